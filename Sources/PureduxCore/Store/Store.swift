/// A place to send actions to and to observe states of.
///
/// `StateStore` is the one that the library makes; a stand-in of your own may conform too.
public protocol Store<State, Action>: Sendable {
  /// What is published.
  associatedtype State: Sendable
  /// What is dispatched.
  associatedtype Action: Sendable

  /// Applies the action to this store and to every store above it.
  ///
  /// Returns at once. Actions are applied in the order they were dispatched.
  @Sendable func dispatch(_ action: Action)

  /// Calls the observer with the current state, then once for each turn.
  func subscribe(observer: Observer<State>)

  /// The store as the one concrete type that all stores can have.
  func eraseToAnyStore() -> AnyStore<State, Action>
}

/// A second name of `StateStore`, for code that was written when there were two kinds of handles.
public typealias AnyStore = StateStore

/// Sends an action to a store; to be kept and passed on as a value.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void
