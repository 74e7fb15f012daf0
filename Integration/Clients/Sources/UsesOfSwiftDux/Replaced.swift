import Foundation
import Puredux
import PureduxCompatibility
import PureduxPersistence

// The article's replacements for names of SwiftDux that do not exist here. They only have to compile, in Swift 5 mode.

/// Replaces `StoreAction.prepare` and `.reset`.
enum LifecycleAction: Action {
  case prepare
  case reset
}

/// Replaces `IdentifiableState`.
struct Person: Identifiable, Equatable, Codable, Sendable {
  var id: String
}

/// Replaces `RunnableAction`.
struct Reminder: Action, WorkAction {
  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(TodoAction.add("tea"))
    return nil
  }
}

/// Replaces a middleware with `run(store:action:)`.
struct Refusing: Middleware {
  func handle(_ action: any Action, at store: MiddlewareContext<TodoState, any Action>) -> (any Action)? {
    action is LifecycleAction ? nil : action
  }
}

func replaceForms(_ url: URL) async {
  let store = StateStore<TodoState, any Action>(
    TodoState(),
    // Replaces `onAction(perform:)` and `PrintActionMiddleware(printer:filter:)`.
    middleware: Refusing()
      + ClosureMiddleware { action, store in
        if action is Reminder { store.dispatch(LifecycleAction.reset) }
        return action
      } + PrintActions(filter: { $0 is TodoAction }, printer: { print($0) }),
    reducer: TodoReducer())

  // Replaces `JSONStatePersistor(location:)` and `publisher.persist(with:)`. Omitting it replaces `shouldRestore`,
  // because then nothing is restored.
  let persistence = store.persist(in: Archive(FileStorage(url)))

  // Replaces `SendAction`, `SendCancellableAction` and `then {}`.
  store.dispatch(LifecycleAction.prepare)
  let reminder = store.start(Reminder())
  store.dispatch(
    Plan { store in
      await store.send(TodoAction.add("milk"))
      print("added")
    })
  reminder.cancel()

  // Replaces `didChange` and `publish(_:)` of a store.
  for await state in store.states(removeDuplicates: .equal { $0.todos.count }) where !state.todos.isEmpty { break }

  // Replaces `proxy()`, `proxy(for:)`, `ActionDispatcherProxy` and `ActionSubscriber`.
  let todos = store.map(state: { $0.todos }).map(actions: { (action: TodoAction) -> any Action in action })
  todos.dispatch(.add("tea"))
  let token = store.tap { print($0) }
  token.cancel()
  await persistence.flush()
}
