import Puredux
import PureduxHistory
import PureduxTesting
import Testing
import TodoModel

@Suite struct `The exploration of the to-do list` {
  @Test(arguments: explorationSeeds) func `finds nothing`(seed: UInt64) { Self.exploration().run(runs: 10, seed: seed) }

  static func exploration() -> Exploration<Void, StateStore<TodoState, TodoAction>, TodoState, TodoAction> {
    Exploration(server: ()) { outside in
      TodoStore.todo(runner: .queue(), server: TodoServer { _, _ in try await outside.call("sync") { _ in } })
    } actions: { todo in
      let ids = todo.list.items.elements.map(\.id)
      let texts = ["", "a", "ab"]
      return [
        .select(by: 1), .select(by: -1), .select(by: 10), .nextFilter, .undo, .redo, .sync(.start), .sync(.cancel),
      ]
        + [.setDark(!todo.isDark)] + texts.map { .add($0) }
        + ids.flatMap { [.toggle($0), .remove($0), .edit($0, "x"), .note($0, "n"), .move($0, before: nil)] }
        + zip(ids, ids.dropFirst()).map { .move($1, before: $0) }
    }
    .always("the done items are counted", { $0.state.list.doneCount }) { moment in
      moment.state.list.items.elements.count { $0.isDone }
    }
    .always("an item is selected") { $0.state.shown.isEmpty || $0.state.selected != nil }
    .everyTurn("a cancelled synchronisation stops") { _, action, after in
      if case .sync(.cancel)? = action { !after.sync.job.isInProgress } else { true }
    }
    .eventually("nothing is being synchronised") { !$0.state.sync.job.isInProgress }
    .saves(\.list, comparing: { list in list.items.elements.map { [$0.text, $0.note, "\($0.isDone)"] } })
    .undoes(
      { ["\($0.list.items.elements)", "\($0.list.doneCount)"] }, by: .undo, redo: .redo,
      steps: { $0.history.undoCount }
    )
  }
}
