internal import PureduxReplica

/// The list as lines of text, and lines of input as actions.
package enum ShoppingScreen {
  /// The rows of the list. Rows that only this process has are marked, and so is the last rejection.
  package static func lines(_ state: ShoppingState) -> [String] {
    var rows = state.items.enumerated().map { index, item in
      "\(index + 1). \(item.isBought ? "[x]" : "[ ]") \(item.name)\(isSaved(item, state) ? "" : "  (not saved yet)")"
    }
    if rows.isEmpty { rows = ["The list is empty."] }
    if let rejection = state.rejection {
      rows.append("Not possible: \(rejection.error.map { "\($0)" } ?? "the server has refused it")")
    }
    if let problem = state.problem { rows.append("Stopped: \(problem)") }
    return rows
  }

  private static func isSaved(_ item: ShoppingList.Item, _ state: ShoppingState) -> Bool {
    !state.pending.contains { pending in
      switch pending.action {
      case .add(let name): name == item.name
      case .buy(let id, _): id == item.id
      case .clear: false
      }
    }
  }

  /// A number buys the item in that row, `clear` removes what was bought, and anything else adds an item.
  package static func action(_ line: String, _ state: ShoppingState) -> ShoppingList.Action? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    if line == "clear" { return .clear }
    guard let number = Int(line) else { return .add(line) }
    guard state.items.indices.contains(number - 1) else { return nil }
    let item = state.items[number - 1]
    return .buy(item.id, name: item.name)
  }
}
