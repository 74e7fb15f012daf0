import Puredux
import PureduxHistory
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct ExplorationTests {
  typealias Server = [Issue.ID: Issue]

  private static let server: Server = [1: Issue(id: 1, title: "Crash"), 2: Issue(id: 2, title: "Typo")]

  /// The application with a network that does everything that networks do.
  private static func launch(_ outside: Outside<Server>) -> StateStore<Tracker, Tracker.Action> {
    Dependencies.with {
      $0.issueServer = IssueServer {
        try await outside.call("load") { server in server.values.sorted { $0.id < $1.id } }
      } save: { issue in
        try await outside.call("save") { server in server[issue.id] = issue }
      }
    } operation: {
      Tracker.store(in: MemoryStorage()).store
    }
  }

  /// What a person can do.
  private static func actions(_ tracker: Tracker) -> [Tracker.Action] {
    var actions: [Tracker.Action] = [.list(.load), .list(.undo), .list(.redo), .connected]
    for issue in tracker.list.issues { actions += [.list(.toggle(issue.id)), .open(issue.id)] }
    if !tracker.routes.isEmpty {
      actions.append(.navigated(PathChange(from: tracker.routes, to: tracker.routes.dropLast())))
    }
    return actions
  }

  typealias TrackerExploration = Exploration<Server, StateStore<Tracker, Tracker.Action>, Tracker, Tracker.Action>

  private static func exploration() -> TrackerExploration {
    Exploration(server: Self.server) {
      Self.launch($0)
    } actions: {
      Self.actions($0)
    }
    .always("each screen has an issue") { now in now.state.routes.allSatisfy(now.state.list.issues.contains(id:)) }
    .eventually(
      "the server has it", { now in now.state.list.issues.map { now.server[$0.id] } },
      equals: { now in now.state.list.issues.map { $0 } }
    )
    .saves(\.list.board)
    .undoes({ $0.list.issues }, by: .list(.undo), redo: .list(.redo)) { $0.list.history.undoCount }
    .healed(by: .connected)
  }

  @Test func `whatever happens, the application is right`() { Self.exploration().run() }

  @Test func `an issue that is changed while it is saved is saved again`() {
    Self.exploration().replay(
      """
      launch
      send .list(.load)
      wait 1 s
      send .list(.toggle(1))
      send .list(.toggle(1))
      """)
  }

  @Test func `a response that is older than a saved issue is not displayed`() {
    Self.exploration().replay(
      """
      launch
      send .list(.load)
      wait 1 s
      send .list(.toggle(1))
      send .list(.load)
      wait 1 s
        order: 0, 1, 0, 1
      """)
  }
}
