package import Puredux

package typealias TodoStore = StateStore<TodoState, TodoAction>

/// A store of a screen: the application's state, and what is being typed there.
package typealias TodoScreenStore = StateStore<(TodoState, TodoDraft?), TodoAction>

extension StateStore where State == TodoState, Action == TodoAction {
  /// The application's store, which all screens are below of.
  package static func todo(runner: some StoreRunner, log: ActionLog? = nil) -> TodoStore {
    TodoStore(TodoState(), runner: runner, middleware: ActionLog.middleware(log)) { $0.reduce($1) }
  }

  /// A store for a screen, which is gone with the screen.
  ///
  /// What is typed is reduced by it, and all else by the application's store, which is above it.
  package func screen() -> TodoScreenStore {
    with(TodoDraft?.none) { draft, action in
      if case .draft(let newDraft) = action { draft = newDraft }
    }
  }
}
