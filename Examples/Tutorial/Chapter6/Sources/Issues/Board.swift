import Puredux
import PureduxHistory

/// The part of the state whose changes can be undone.
struct Board: Undoable, Equatable, Codable {
  var issues: OrderedState<Issue> = []
  /// The issues that the server does not have as they are here, the first one first.
  var unsent: [Issue.ID] = []

  static let undone: [UndoPart<Board>] = [.elements("issues", \.issues)]

  /// Marks the issues that are not as before.
  mutating func markChanges(since old: OrderedState<Issue>) {
    for issue in issues where issue != old[id: issue.id] && !unsent.contains(issue.id) { unsent.append(issue.id) }
  }

  /// Takes over the issues of the server, except those that are not sent yet.
  mutating func receive(_ received: [Issue]) {
    let ids = Set(received.map(\.id)).union(unsent)
    issues.removeAll { !ids.contains($0.id) }
    for issue in received where !unsent.contains(issue.id) {
      if issues.contains(id: issue.id) { issues[id: issue.id] = issue } else { issues.append(issue) }
    }
  }
}
