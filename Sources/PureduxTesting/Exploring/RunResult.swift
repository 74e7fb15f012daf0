internal import Foundation
internal import PureduxCore
internal import PureduxDifference

/// A broken invariant.
struct Violation: Sendable {
  let name: String
  var details = ""
  /// The position of the invariant in the test; nil for an invariant that needs no declaration.
  var position: SourcePosition?
  /// The state's change in the last step.
  var change: Difference?
}

/// What a run did, and the invariant that it broke.
package struct RunResult {
  typealias Turn = (action: String, state: String)

  var tape = Tape(steps: [])
  var violation: Violation?
  /// Describes the first action of the tape that was not possible when it should have been sent.
  var missing: String?
  var actionCount = 0
  /// The texts of all actions and of the states after them, if the steps were told.
  var turns: [Turn] = []
  /// The steps in words, if they were told; the lines of requests are indented.
  var lines: [String] = []
  /// The files to attach, if the steps were told.
  var files: [String: [UInt8]] = [:]
  /// The words with which the report begins its second line.
  var origin = "The run"
  /// The number of steps before shrinking, and the number of shorter runs.
  package var shrinking: (stepCount: Int, runCount: Int)?

  package var invariant: String { violation?.name ?? "" }
  /// The steps as text that `replay` reads.
  package var steps: [String] { tape.lines }
  package var stepCount: Int { tape.steps.count - 1 }
}

extension RunResult {
  /// The failure's text: the invariant, the run as a list, and a test that repeats the run.
  ///
  /// - Parameters:
  ///   - beginning: The position of the exploration's declaration.
  ///   - end: The position of the call that ran the exploration.
  package func report(from beginning: SourcePosition, to end: SourcePosition) -> String {
    let place = violation?.position.map { " (\($0))" } ?? ""
    let details = violation.map { $0.details.isEmpty ? "" : ": \($0.details)" } ?? ""
    func many(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let cost =
      shrinking.map { " found it in \(many($0.stepCount, "step")); \(many($0.runCount, "shorter run")) left" } ?? " has"
    var texts = [
      "This does not always hold: \(invariant)\(place)\(details)",
      "\(origin)\(cost) \(many(stepCount, "step")):\n\(list)",
    ]
    if let change = violation?.change {
      texts.append("The last of them changed the state:\n\(Self.indented("\(change)"))")
    }
    texts.append("If the last step did the right thing, the invariant is wrong.")
    if missing == nil { texts.append("A test that repeats it:\n\(test(from: beginning, to: end))") }
    return texts.joined(separator: "\n")
  }

  private var list: String {
    var number = 0
    return lines.map { line in
      guard !line.hasPrefix(" "), line != "launch" else { return "    " + line }
      number += 1
      return "  \(number). \(line)"
    }.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.components(separatedBy: "\n").map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  /// The source of a test: the exploration's own source, with `replay` instead of `run`.
  private func test(from beginning: SourcePosition, to end: SourcePosition) -> String {
    let lines = (try? String(contentsOfFile: "\(end.filePath)", encoding: .utf8))?.components(separatedBy: "\n") ?? []
    let source = Self.source(of: lines, from: beginning, to: end) ?? "exploration  // as at \(beginning)"
    let replay = ([".replay(", "  #\"\"\""] + (steps + ["\"\"\"#)"]).map { "  \($0)" }).joined(separator: "\n")
    let name = String(invariant.map { "\"\\\n".contains($0) ? "'" : $0 })
    let isXCTest = lines.contains("import \("XCTest")") && !lines.contains("import \("Testing")")
    let head = isXCTest ? "func testRepeatedRun() {  // \(name)" : "@Test(\"\(name)\") func repeatedRun() {"
    return "\(head)\n\(Self.indented("\(source)\n\(replay)"))\n}"
  }

  /// The source of the expression on which `run` or `replay` was called; nil if it cannot be found.
  static func source(of lines: [String], from beginning: SourcePosition, to end: SourcePosition) -> String? {
    let (first, last) = (Int(beginning.line) - 1, Int(end.line) - 1)
    guard lines.indices.contains(last),
      let call = lines[last].range(of: ".run(") ?? lines[last].range(of: ".replay(")
    else { return nil }
    // Without a function that begins on the same line.
    var open = 0
    let brace = lines[last][..<call.lowerBound].lastIndex { character in
      open += character == "{" ? 1 : character == "}" ? -1 : 0
      return open > 0
    }
    let start = String(lines[last][(brace.map(lines[last].index(after:)) ?? lines[last].startIndex)..<call.lowerBound])
    let word = start.drop { $0 == " " }
    // An expression on one line, for example a function that returns the exploration.
    if let character = word.first, !".})]".contains(character), first != last || word.hasPrefix("Exploration") {
      return String(word)
    }
    guard "\(beginning.filePath)" == "\(end.filePath)", first <= last else { return nil }
    var source = lines[first..<last] + [start]
    guard let opening = source[first].range(of: "Exploration") else { return nil }
    let indent = source[first].prefix { $0 == " " }.count
    source[first].removeSubrange(..<opening.lowerBound)
    if word.isEmpty { source.removeLast() }
    return source.map { $0.dropFirst(min(indent, $0.prefix { $0 == " " }.count)) }.joined(separator: "\n")
  }
}
