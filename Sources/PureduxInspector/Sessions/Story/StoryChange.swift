internal import Foundation
internal import PureduxRecording

/// The change made by an action, as written in a story.
enum StoryChange {
  /// Statements that convert `$0`, the state before the action, to the state after the action. If parts are omitted,
  /// the statements set only the remaining parts.
  case statements([String], leftOut: [String] = [])
  /// The difference between the states before and after the action, as text.
  case difference(String)
  /// No state change, or a change that the story does not describe.
  case none
  /// A change that cannot be written or is too long, with a comment that gives the reason.
  case untold(String)

  init<State>(from before: State, to after: State, _ changes: StoryChanges, _ writer: inout StoryWriter) {
    guard changes != .omitted, let difference = Difference(from: before, to: after) else {
      self = .none
      return
    }
    if changes == .described {
      let text = difference.description
      let isShort = text.utf8.count <= StoryAssignments.mostBytes
      self = isShort ? .difference(text) : .untold("The change is too long to be described here.")
      return
    }
    if changes == .decoded, let state = after as? any Encodable & Decodable, case .json(let json) = WrittenValue(state),
      json.count <= StoryAssignments.mostBytes
    {
      self = .statements(["$0 = try \(writer.decoded(String(decoding: json, as: UTF8.self)))"])
      return
    }
    let assignments = StoryAssignments(from: before, to: after)
    if assignments.editsOrderedStates { writer.editsOrderedStates = true }
    if assignments.texts.isEmpty, assignments.leftOut.allSatisfy(\.isEmpty) {
      self = .untold("The change cannot be written as an expression.")
    } else {
      self = .statements(assignments.texts, leftOut: assignments.leftOut)
    }
  }

  /// A comment for the reader of the test.
  var comment: String? {
    switch self {
    case .untold(let text): return text
    case .statements(_, let paths) where !paths.isEmpty:
      let names = paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
      return "The change in \(names) is too long to be written here."
    default: return nil
    }
  }

  var needsDecoding: Bool {
    guard case .statements(let statements, _) = self else { return false }
    return statements.contains { $0.contains("decoded(") }
  }

  /// The source of the call that sends or receives an action, in a test indented by two spaces.
  ///
  /// - Parameter isTrying: Whether creating the action may throw.
  func text(of call: String, _ action: String, isTrying: Bool) -> String {
    switch self {
    case .none: return (isTrying ? "try " : "") + "\(call)(\(action))"
    case .untold: return (isTrying ? "try " : "") + "\(call)(\(action), .partial)"
    case .statements([], _): return (isTrying ? "try " : "") + "\(call)(\(action), .partial)"
    case .statements(let statements, let leftOut):
      let action = leftOut.isEmpty ? action : "\(action), .partial"
      let mayFail = isTrying || statements.contains { $0.contains("try ") }
      return (mayFail ? "try " : "") + "\(call)(\(action)) {\n    \(statements.joined(separator: "\n    "))\n  }"
    case .difference(let text):
      // Use enough `#` marks that the text cannot terminate the string literal.
      var marks = ""
      while text.contains("\"\"\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
      let lines = PrintableText.multiline(text, marks: marks).split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
      let literal = "\(marks)\"\"\"\n\(indented)\n    \"\"\"\(marks)"
      return (isTrying ? "try " : "") + "\(call)(\(action), changing: \(literal))"
    }
  }
}

/// The representation of state changes in a story.
public enum StoryChanges: Sendable, Hashable {
  /// Changes are written as assignments to the properties of the state, which must be settable in the test.
  case assigned
  /// Changes are described in the format of a test failure.
  ///
  /// The description contains the paths of the changed parts, with their old and new values. The test does not access
  /// the properties, so this form is suitable for a state with `private(set)` properties. Actions that contain
  /// structures are decoded from JSON.
  case described
  /// Each change is written as the complete state after the action, decoded from JSON. The state must be `Codable`.
  case decoded
  /// Changes are omitted: the story checks only the order of actions.
  case omitted
}
