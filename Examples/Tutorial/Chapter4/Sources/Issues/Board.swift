import Puredux
import PureduxHistory

/// The part of the state whose changes can be undone.
struct Board: Undoable, Equatable, Codable {
  var issues: OrderedState<Issue> = []

  static let undone: [UndoPart<Board>] = [.elements("issues", \.issues)]

  /// Takes over the issues of the server.
  mutating func receive(_ received: [Issue]) {
    let ids = Set(received.map(\.id))
    issues.removeAll { !ids.contains($0.id) }
    for issue in received {
      if issues.contains(id: issue.id) { issues[id: issue.id] = issue } else { issues.append(issue) }
    }
  }
}
