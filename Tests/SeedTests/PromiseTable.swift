import Foundation

/// The tables of README.md and ARTICLES.md: the promises of each document, and the tests that prove them.
struct PromiseTable {
  struct Promise: Equatable {
    let line: Int
    /// The place of the promise, and its text.
    let place: String
    let text: String
    /// The proofs, each as `Suite: sentence`, or as the path of a file in backticks; empty if there is a reason.
    let shownBy: [String]
    /// The reason why the promise cannot be kept, or does not apply.
    let reason: String?
  }

  let promises: [Promise]

  init(_ text: String) {
    promises = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), cells.count == 3, cells[0] != "Where" else { return nil }
      let reason = cells[2].hasPrefix("No: ") ? String(cells[2].dropFirst(4)) : nil
      let shownBy = reason == nil ? cells[2].components(separatedBy: "<br>") : []
      return Promise(line: number + 1, place: cells[0], text: cells[1], shownBy: shownBy, reason: reason)
    }
  }

  /// The entries of the table that do not exist in the repository.
  func missing(in sources: TestSources) -> [String] {
    promises.flatMap { promise in
      promise.shownBy.filter { !sources.have($0) }.map { "line \(promise.line): \($0)" }
    }
  }
}

/// The tests of the repository, by the names of their suites.
struct TestSources {
  private let root: URL
  /// As `Suite: sentence`, with their folders.
  private(set) var tests: [String: String] = [:]

  init(root: URL) throws {
    self.root = root
    let suites = try Regex(#"(?:struct|class|actor) (\w+Tests)\b"#)
    let sentences = try Regex(#"func `([^`]+)`\("#)
    let paths = ["Tests", "Integration"].flatMap { folder in
      let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return (files?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
    }
    for path in paths where path.hasSuffix("Tests.swift") && !path.contains(".build/") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      for suite in text.matches(of: suites).compactMap({ $0.output[1].substring }) {
        for sentence in text.matches(of: sentences).compactMap({ $0.output[1].substring }) {
          tests["\(suite): \(sentence)"] = path
        }
      }
    }
  }

  func have(_ name: String) -> Bool {
    guard name.hasPrefix("`"), name.hasSuffix("`") else { return tests[name] != nil }
    return FileManager.default.fileExists(atPath: root.appendingPathComponent(String(name.dropFirst().dropLast())).path)
  }
}
