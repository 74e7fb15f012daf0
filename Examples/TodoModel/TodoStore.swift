package import Puredux

package typealias TodoStore = StateStore<TodoState, TodoAction>

/// The store of a screen: the application's state, and the text being typed on the screen.
package typealias TodoScreenStore = StateStore<(TodoState, TodoDraft?), TodoAction>

/// The store of a window: the application's state, and the window's own view of it.
package typealias TodoWindowStore = StateStore<(TodoState, TodoWindowState), TodoAction>

extension StateStore where State == TodoState, Action == TodoAction {
  /// The application's store, the root of all screens.
  package static func todo(
    _ state: TodoState = TodoState(), runner: some StoreRunner, log: ActionLog? = nil, server: TodoServer = .simulated
  ) -> TodoStore {
    TodoStore(state, named: "todo", runner: runner, middleware: ActionLog.middleware(log)) { $0.reduce($1) }
      .synchronizing(with: server)
  }

  /// A child store for a screen.
  ///
  /// It reduces the text being typed; the application's store, its parent, reduces everything else.
  package func screen() -> TodoScreenStore {
    with(TodoDraft?.none, named: "screen") { draft, action in
      if case .draft(let newDraft) = action { draft = newDraft }
    }
  }

  /// A child store for a window.
  ///
  /// It reduces the window's own state, and searches when the user pauses typing.
  package func window() -> TodoWindowStore {
    with(TodoWindowState(), named: "window") { window, action in
      if case .window(let action) = action { window.reduce(action) }
    }
    .effect(onChange: { $0.1.searchText }, name: "search") { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.milliseconds(150))
        dispatch(.window(.search))
      }
    }
  }
}
