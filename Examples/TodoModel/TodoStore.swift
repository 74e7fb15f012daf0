package import Puredux

package typealias TodoStore = StateStore<TodoState, TodoAction>

/// The store of a screen: the application's state, and the text being typed on the screen.
package typealias TodoScreenStore = StateStore<(TodoState, TodoDraft?), TodoAction>

extension StateStore where State == TodoState, Action == TodoAction {
  /// The application's store, the root of all screens.
  package static func todo(runner: some StoreRunner, log: ActionLog? = nil) -> TodoStore {
    TodoStore(TodoState(), runner: runner, middleware: ActionLog.middleware(log)) { $0.reduce($1) }
  }

  /// A child store for a screen.
  ///
  /// It reduces the text being typed; the application's store, its parent, reduces everything else.
  package func screen() -> TodoScreenStore {
    with(TodoDraft?.none) { draft, action in
      if case .draft(let newDraft) = action { draft = newDraft }
    }
  }
}
