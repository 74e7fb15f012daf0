internal import Foundation
internal import PureduxCore

/// The statements that make the state after an action of the one before.
enum StoryChange {
  static func statements<State>(
    _ before: State, _ after: State, _ changes: StoryChanges, _ writer: inout StoryWriter
  ) -> [String] {
    guard changes != .omitted, Difference(from: before, to: after) != nil else { return [] }
    if changes == .assigned, let assignments = assignments(before, after) { return assignments }
    if let state = after as? any Encodable & Decodable, case .json(let json) = WrittenValue(state) {
      return ["$0 = try \(writer.decoded(String(decoding: json, as: UTF8.self)))"]
    }
    writer.comment("What this changes cannot be written as an expression.")
    return []
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
