import Foundation
import Puredux
import PureduxCompatibility
import PureduxPersistence

// The API of SwiftDux that has other names in Puredux. With this file, a SwiftDux application needs only new imports,
// `Sendable`, and the changes that the article lists. Delete each name that the application no longer uses.

protocol Action: ComposableAction {}

typealias AnyAction = any Action

extension ComposedAction: Action {}

typealias Store<State: Sendable> = StateStore<State, AnyAction>

protocol Reducer: Reducing {
  associatedtype State
  associatedtype Action = AnyAction
  associatedtype ReducerAction
  func reduce(state: State, action: ReducerAction) -> State
  func reduceNext(state: State, action: AnyAction) -> State
}

extension Reducer {
  func reduceNext(state: State, action: AnyAction) -> State { state }

  func reduceAny(state: State, action: AnyAction) -> State {
    guard let own = action as? ReducerAction else { return reduceNext(state: state, action: action) }
    return reduceNext(state: reduce(state: state, action: own), action: action)
  }

  func reduce(_ state: inout State, _ action: AnyAction) { state = reduceAny(state: state, action: action) }
}

extension StateStore where Action == AnyAction {
  init(state: State, reducer: some Reducing<State, AnyAction>) {
    self.init(state, reducer: reducer)
  }

  init(state: State, reducer: some Reducing<State, AnyAction>, middleware: some Middleware<State, AnyAction>) {
    self.init(state, middleware: middleware, reducer: reducer)
  }
}

/// The view of its store that a plan receives.
struct StoreProxy<State: Sendable>: Sendable {
  let store: PlanStore<State, AnyAction>
  let first: State

  var state: State { store.state ?? first }
  func send(_ action: AnyAction) { store.dispatch(action) }
}

struct ActionPlan<State: Sendable>: Action, WorkAction {
  private let plan: PureduxEffects.ActionPlan<State, AnyAction>

  init(_ body: @escaping @Sendable (StoreProxy<State>) -> Void) {
    plan = PureduxEffects.ActionPlan { store in
      if let state = store.state { body(StoreProxy(store: store, first: state)) }
    }
  }

  /// Sends the actions of a sequence, for example the `values` of a publisher.
  init<Actions: PlanActions>(_ body: @escaping @Sendable (StoreProxy<State>) -> Actions) {
    plan = PureduxEffects.ActionPlan { store -> Actions in
      guard let state = store.state else { throw CancellationError() }
      return body(StoreProxy(store: store, first: state))
    }
  }

  @available(*, deprecated, message: "The value is not used. Send actions, or return a sequence of them.")
  init<Value>(_ body: @escaping @Sendable (StoreProxy<State>) -> Value) {
    plan = PureduxEffects.ActionPlan { store -> Value in
      guard let state = store.state else { throw CancellationError() }
      return body(StoreProxy(store: store, first: state))
    }
  }

  func startWork(at store: WorkContext) -> StoreSubscription? { plan.startWork(at: store) }
}

typealias PrintActionMiddleware<State: Sendable> = PrintActions<State, AnyAction>
typealias PersistStateMiddleware<State: Codable & Sendable> = PersistState<State, AnyAction>

extension PersistState where Action == AnyAction {
  /// Also restores the format of SwiftDux: the state alone, without a version.
  init(_ file: URL) { self.init(in: Archive(FileStorage(file), unversioned: true)) }
}

struct HandleActionMiddleware<State: Sendable>: Middleware {
  private let perform: @Sendable (MiddlewareContext<State, AnyAction>, AnyAction) -> AnyAction?

  init(perform: @escaping @Sendable (MiddlewareContext<State, AnyAction>, AnyAction) -> AnyAction?) {
    self.perform = perform
  }

  func handle(_ action: AnyAction, at store: MiddlewareContext<State, AnyAction>) -> AnyAction? {
    perform(store, action)
  }
}
