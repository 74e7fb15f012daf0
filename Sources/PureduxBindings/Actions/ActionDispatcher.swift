/// Dispatches actions to a store whose types are not known here, as views far below it do.
///
/// An action of a type that the store does not take is reported, and so is one for which there is no store.
public struct ActionDispatcher: Sendable {
  private let start: @Sendable (any Sendable, _ isCancellable: Bool) -> StoreSubscription?

  init<State, Action>(_ store: some Store<State, Action>) {
    let store = AnyStore(node: store.eraseToAnyStore().node.window())
    start = { any, isCancellable in
      guard let action = any as? Action else {
        store.node.context.report(
          .actionOfOtherStore(action: "\(any)", type: "\(type(of: any))", expected: "\(Action.self)"))
        return nil
      }
      if isCancellable { return store.start(action) }
      store.dispatch(action)
      return nil
    }
  }

  /// One with no store to dispatch to.
  init() {
    start = { action, _ in
      StoreContext.current.report(.noStoreProvided(action: "\(action)"))
      return nil
    }
  }

  /// Dispatches an action, as `send(_:)` does.
  public func callAsFunction(_ action: any Sendable) { send(action) }

  /// Dispatches an action, and returns at once.
  public func send(_ action: any Sendable) { _ = start(action, false) }

  /// Dispatches an action, and gives a token that ends the work that it starts.
  public func sendAsCancellable(_ action: any Sendable) -> StoreSubscription {
    start(action, true) ?? StoreSubscription {}
  }
}
