import Foundation
import PureduxCore
import PureduxTesting

/// Calls the printed tests, which were compiled into this program, and compares their failures with the reports in the
/// folder that the argument names.
@main struct Repeat {
  /// The invariant, and the steps in words.
  static func story(_ report: String) -> String {
    let lines = report.components(separatedBy: "\n")
    let invariant = lines[0].components(separatedBy: " (")[0].components(separatedBy: ": ").prefix(2)
    let steps = lines.drop { $0 != "    launch" }.prefix { $0.hasPrefix("  ") }
    return (invariant + steps).joined(separator: "\n")
  }

  static func main() throws {
    for (name, test) in repeated {
      let texts = Recorder<String>()
      StoreContext.with {
        $0.failureReporter = FailureReporter(attach: { _, _, _ in }) { text, _ in texts.record(text) }
      } operation: {
        test()
      }
      let file = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("\(name).txt")
      let report = try String(contentsOf: file, encoding: .utf8)
      guard texts.values.count == 1, story(texts.values[0]) == story(report) else {
        fatalError("\(name) fails differently:\n\(texts.values.joined(separator: "\n"))\ninstead of:\n\(report)")
      }
    }
    print("\(repeated.count) printed tests fail as the explorations did")
  }
}
