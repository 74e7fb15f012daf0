internal import Foundation
internal import PureduxRecording

/// The change that an action makes, as a story says it.
enum StoryChange {
  /// Statements that make the state after the action of the one before, which is `$0`. Where parts are left out, they say
  /// what the others are.
  case statements([String], leftOut: [String] = [])
  /// The difference of the two states, as text.
  case difference(String)
  /// Nothing, or nothing that is said.
  case none
  /// Something that cannot be written, or not in a few lines.
  case untold(String)

  init<State>(from before: State, to after: State, _ changes: StoryChanges, _ writer: inout StoryWriter) {
    guard changes != .omitted, let difference = Difference(from: before, to: after) else {
      self = .none
      return
    }
    if changes == .described {
      let text = difference.description
      let isShort = text.utf8.count <= StoryAssignments.mostBytes
      self = isShort ? .difference(text) : .untold("What this changes is too long to be described here.")
      return
    }
    if changes == .decoded, let state = after as? any Encodable & Decodable, case .json(let json) = WrittenValue(state),
      json.count <= StoryAssignments.mostBytes
    {
      self = .statements(["$0 = try \(writer.decoded(String(decoding: json, as: UTF8.self)))"])
      return
    }
    let assignments = StoryAssignments(from: before, to: after)
    if assignments.texts.isEmpty, assignments.leftOut.allSatisfy(\.isEmpty) {
      self = .untold("What this changes cannot be written as an expression.")
    } else {
      self = .statements(assignments.texts, leftOut: assignments.leftOut)
    }
  }

  /// A line for the reader.
  var comment: String? {
    switch self {
    case .untold(let text): return text
    case .statements(_, let paths) where !paths.isEmpty:
      let names = paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " and \(paths.count - 5) more" : "")
      return "What this changes in \(names) is too long to be written here."
    default: return nil
    }
  }

  var needsDecoding: Bool {
    guard case .statements(let statements, _) = self else { return false }
    return statements.contains { $0.contains("decoded(") }
  }

  /// The call that sends or receives an action, in a test that is indented by two spaces.
  ///
  /// - Parameter isTrying: Whether making the action may fail.
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
      // As many marks as keep anything in the text from ending the literal.
      var marks = ""
      while text.contains("\"\"\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
      let lines = PrintableText.multiline(text, marks: marks).split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
      let literal = "\(marks)\"\"\"\n\(indented)\n    \"\"\"\(marks)"
      return (isTrying ? "try " : "") + "\(call)(\(action), changing: \(literal))"
    }
  }
}

/// How a story describes what its actions change.
public enum StoryChanges: Sendable, Hashable {
  /// By assignments to the properties of the state, which the test has to be allowed to set.
  case assigned
  /// By their description, as a failing test shows it: the paths of the parts that change, with the values before and
  /// after. The test need not be allowed to set anything, so it suits a state with `private(set)` properties. Actions
  /// with structures are read from their JSON.
  case described
  /// By the whole state after each action, read from JSON. The state has to be `Codable`.
  case decoded
  /// Not at all: the story says which actions follow each other, and no more.
  case omitted
}
