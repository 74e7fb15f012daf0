internal import Foundation
internal import PureduxCore

/// The change that an action makes, as a story says it.
enum StoryChange {
  /// Statements that make the state after the action of the one before, which is `$0`.
  case statements([String])
  /// The difference of the two states, as text.
  case difference(String)
  /// Nothing, or nothing that is said.
  case none

  init<State>(from before: State, to after: State, _ changes: StoryChanges, _ writer: inout StoryWriter) {
    guard changes != .omitted, let difference = Difference(from: before, to: after) else {
      self = .none
      return
    }
    if changes == .described {
      self = .difference(difference.description)
    } else if changes == .assigned, let assignments = Self.assignments(before, after) {
      self = .statements(assignments)
    } else if let state = after as? any Encodable & Decodable, case .json(let json) = WrittenValue(state) {
      self = .statements(["$0 = try \(writer.decoded(String(decoding: json, as: UTF8.self)))"])
    } else {
      writer.comment("What this changes cannot be written as an expression.")
      self = .none
    }
  }

  /// The call that sends or receives an action, in a test that is indented by two spaces.
  ///
  /// - Parameter isTrying: Whether making the action may fail.
  func text(of call: String, _ action: String, isTrying: Bool) -> String {
    switch self {
    case .none: return (isTrying ? "try " : "") + "\(call)(\(action))"
    case .statements(let statements):
      let mayFail = isTrying || statements.contains { $0.contains("try ") }
      return (mayFail ? "try " : "") + "\(call)(\(action)) {\n    \(statements.joined(separator: "\n    "))\n  }"
    case .difference(let text):
      // As many marks as keep anything in the text from ending the literal.
      var marks = ""
      while text.contains("\"\"\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
      let literal = "\(marks)\"\"\"\n\(indented)\n    \"\"\"\(marks)"
      return (isTrying ? "try " : "") + "\(call)(\(action), changing: \(literal))"
    }
  }

  private static func assignments<State>(_ before: State, _ after: State) -> [String]? {
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    guard new.displayStyle == .struct, !(after is any CustomReflectable), SwiftExpression.isPlain(after) else {
      return SwiftExpression.text(of: after).map { ["$0 = \($0)"] }
    }
    var statements: [String] = []
    for (old, new) in zip(old.children, new.children) where Difference(from: old.value, to: new.value) != nil {
      guard let name = new.label, !name.hasPrefix("_"), let text = SwiftExpression.text(of: new.value) else {
        return nil
      }
      statements.append("$0.\(name) = \(text)")
    }
    return statements
  }
}
