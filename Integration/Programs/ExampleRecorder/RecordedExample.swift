import Foundation
import NotesModel
import PureduxCore
import PureduxHistory
import PureduxInspector
import TodoModel

/// An example whose store can be recorded, and replayed in another process.
enum RecordedExample: String {
  case todo, notes

  /// Records this many actions, and returns the final state.
  func record(_ count: Int, into file: URL) throws -> String {
    let runner = ManualRunner()
    var random = SplitMix(state: UInt64(count))
    switch self {
    case .todo:
      let store = TodoStore.todo(runner: runner)
      let recording = store.record(limit: 100_000)
      runner.runUntilIdle()
      for _ in 0..<count { store.dispatch(.random(&random)) }
      runner.runUntilIdle()
      try recording.write(to: file)
      return Self.text(store.state)
    case .notes:
      let stores = NotesStores(StateStore(NotesState(), named: "notes", runner: runner) { $0.reduce($1) })
      let recording = stores.root.record(limit: 100_000)
      for _ in 0..<count {
        runner.runUntilIdle()
        stores.dispatch(&random)
      }
      runner.runUntilIdle()
      try recording.write(to: file)
      return Self.text(stores.root.state)
    }
  }

  /// Appends random actions on notes to a file until the process is killed. The lists of the other example are
  /// renumbered when they are read, so a file that begins in the middle does not restore them.
  func append(to file: URL) throws -> Never {
    let store = StateStore<NotesState, NotesAction>(NotesState(), named: "notes") { $0.reduce($1) }
    let recording = store.record(limit: 100)
    let appended = try recording.append(to: file)
    var random = SystemRandomNumberGenerator()
    while true {
      for _ in 0..<Int.random(in: 1...60) { store.dispatch(.random(&random)) }
      appended.flush()
      print("flushed")
      fflush(nil)
    }
  }

  /// Returns the result of the replay, and the final state.
  func replay(_ session: PureduxInspector.RecordedSession) -> (text: String, state: String) {
    switch self {
    case .todo:
      let replay = session.replay { TodoStore.todo(runner: ManualRunner()) }
      return ("\(replay)", Self.text(replay.state))
    case .notes:
      let replay = session.replay {
        StateStore<NotesState, NotesAction>(NotesState(), named: "notes", runner: ManualRunner()) { $0.reduce($1) }
      } child: { root, store in
        root.screen(named: store.name)
      }
      return ("\(replay)", Self.text(replay.state))
    }
  }

  private static func text(_ state: TodoState) -> String {
    "\(state.list.items.elements) \(state.query) \(state.message) \(state.selection) \(state.history.canRedo)"
  }

  private static func text(_ state: NotesState) -> String {
    "\(state.notes) \(state.path) \(state.session?.user ?? "")"
  }
}
