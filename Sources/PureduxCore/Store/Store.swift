/// A place to dispatch actions to and to observe states of.
///
/// `StateStore` is the store that the library makes. Conform a type of your own to stand in for one, for example in a test.
public protocol Store<State, Action>: Sendable {
  /// The state that is published.
  associatedtype State: Sendable
  /// The action that is dispatched.
  associatedtype Action: Sendable

  /// Applies the action to this store and to every store above it.
  ///
  /// Returns at once. Actions are applied in the order they were dispatched.
  @Sendable func dispatch(_ action: Action)

  /// Calls the observer with the current state, then once for each turn, until it returns `.dead`.
  func subscribe(observer: Observer<State>)

  /// Returns the store as the one concrete type that every store can be turned into.
  func eraseToAnyStore() -> AnyStore<State, Action>
}

/// A second name for `StateStore`, for code that was written when there were two kinds of stores.
public typealias AnyStore = StateStore

/// A function that dispatches an action to a store, to be passed on as a value.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void
