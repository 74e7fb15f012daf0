import Foundation
import Puredux
import PureduxCompatibility
import PureduxPersistence

// What the article says to write where a name of SwiftDux is not here. It only has to compile, in Swift 5 mode.

/// For `StoreAction.prepare` and `.reset`.
enum LifecycleAction: Action {
  case prepare
  case reset
}

/// For `IdentifiableState`.
struct Person: Identifiable, Equatable, Codable, Sendable {
  var id: String
}

/// For `RunnableAction`.
struct Reminder: Action, WorkAction {
  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(TodoAction.add("tea"))
    return nil
  }
}

/// For a middleware with `run(store:action:)`.
struct Refusing: Middleware {
  func handle(_ action: any Action, at store: MiddlewareContext<TodoState, any Action>) -> (any Action)? {
    action is LifecycleAction ? nil : action
  }
}

func replaceForms(_ url: URL) async {
  let store = StateStore<TodoState, any Action>(
    TodoState(),
    // For `onAction(perform:)`, and for `PrintActionMiddleware(printer:filter:)`.
    middleware: Refusing()
      + ClosureMiddleware { action, store in
        if action is Reminder { store.dispatch(LifecycleAction.reset) }
        return action
      } + PrintActions(filter: { $0 is TodoAction }, printer: { print($0) }),
    reducer: TodoReducer())

  // For `JSONStatePersistor(location:)` and `publisher.persist(with:)`; without it nothing is restored, for `shouldRestore`.
  let persistence = store.persist(in: Archive(FileStorage(url)))

  // For `SendAction` and `SendCancellableAction`, and for `then {}`.
  store.dispatch(LifecycleAction.prepare)
  let reminder = store.start(Reminder())
  store.dispatch(TodoAction.add("milk") + Plan { _ in print("added") })
  reminder.cancel()

  // For `didChange` and `publish(_:)` of a store.
  for await state in store.states(removeDuplicates: .equal { $0.todos.count }) where !state.todos.isEmpty { break }

  // For `proxy()`, `proxy(for:)`, `ActionDispatcherProxy` and `ActionSubscriber`.
  let todos = store.map(state: { $0.todos }).map(actions: { (action: TodoAction) -> any Action in action })
  todos.dispatch(.add("tea"))
  let token = store.tap { print($0) }
  token.cancel()
  await persistence.flush()
}
