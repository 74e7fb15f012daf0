internal import Foundation
internal import PureduxCore

/// A run that breaks an invariant, with its description.
package struct FoundRun {
  let tape: Tape
  var violation: Violation?
  let missing: String?
  /// The steps in words; the lines of requests are indented.
  let lines: [String]
  /// The steps as text that `replay` reads.
  package let steps: [String]
  let files: [String: [UInt8]]
  var origin = "The run"
  /// The number of steps before shrinking, and the number of shorter runs.
  package var shrinking: (stepCount: Int, runCount: Int)?

  package var invariant: String { violation?.name ?? "" }
  package var stepCounts: (first: Int, last: Int) {
    (shrinking?.stepCount ?? tape.steps.count - 1, tape.steps.count - 1)
  }

  /// The failure's text: the invariant, the run as a list, and a test that repeats the run.
  ///
  /// - Parameters:
  ///   - beginning: The position of the exploration's declaration.
  ///   - end: The position of the call that ran the exploration.
  package func report(from beginning: SourcePosition, to end: SourcePosition) -> String {
    let place = violation?.position.map { " (\($0))" } ?? ""
    let details = violation.map { $0.details.isEmpty ? "" : ": \($0.details)" } ?? ""
    let cost = shrinking.map { " found it in \($0.stepCount) steps; \($0.runCount) shorter runs left" } ?? " has"
    var texts = [
      "This does not always hold: \(invariant)\(place)\(details)",
      "\(origin)\(cost) \(stepCounts.last == 1 ? "1 step" : "\(stepCounts.last) steps"):\n\(list)",
    ]
    if let change = violation?.change { texts.append("The last of them changed the state:\n\(indented("\(change)"))") }
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

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  /// The source of a test: the exploration's own source, with `replay` instead of `run`.
  private func test(from beginning: SourcePosition, to end: SourcePosition) -> String {
    let lines = (try? String(contentsOfFile: "\(end.filePath)", encoding: .utf8))?.components(separatedBy: "\n") ?? []
    let source = Self.source(of: lines, from: beginning, to: end)
    let body = [
      source ?? "exploration  // as at \(beginning)", ".replay(",
      "  #\"\"\"", steps.map { "  \($0)" }.joined(separator: "\n"), "  \"\"\"#)",
    ]
    let name = "\(invariant)".map { $0 == "\"" || $0 == "\\" || $0 == "\n" ? "'" : $0 }
    let isXCTest = lines.contains("import \("XCTest")") && !lines.contains("import \("Testing")")
    let head =
      isXCTest ? "func testRepeatedRun() {  // \(String(name))" : "@Test(\"\(String(name))\") func repeatedRun() {"
    let indented = body.joined(separator: "\n").components(separatedBy: "\n").map { $0.isEmpty ? "" : "  \($0)" }
    return ([head] + indented + ["}"]).joined(separator: "\n")
  }

  /// The source of the expression on which `run` or `replay` was called; nil if it cannot be found.
  static func source(of lines: [String], from beginning: SourcePosition, to end: SourcePosition) -> String? {
    let (first, last) = (Int(beginning.line) - 1, Int(end.line) - 1)
    guard lines.indices.contains(last),
      let call = lines[last].range(of: ".run(") ?? lines[last].range(of: ".replay(")
    else { return nil }
    let start = String(lines[last][..<call.lowerBound])
    let word = start.drop { $0 == " " }
    // An expression on one line, for example a function that returns the exploration.
    if let character = word.first, !".})]".contains(character), !(first == last && !word.hasPrefix("Exploration")) {
      return String(word)
    }
    guard beginning.filePath.description == end.filePath.description, first <= last,
      let opening = lines[first].range(of: "Exploration")
    else { return nil }
    let indent = lines[first].prefix { $0 == " " }.count
    let inner = lines[first...last].map { line in String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count))) }
    var source = Array(inner)
    source[0] = String(lines[first][opening.lowerBound...])
    source[source.count - 1] = String(start.dropFirst(min(indent, start.prefix { $0 == " " }.count)))
    if first == last { source[0] = String(lines[first][opening.lowerBound..<call.lowerBound]) }
    if source.last?.allSatisfy({ $0 == " " }) == true { source.removeLast() }
    return source.joined(separator: "\n")
  }
}
