/// A handle that keeps nothing alive.
public struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let node: WeakNode<State, Action>

  init(_ node: StoreNode<State, Action>) { self.node = WeakNode(node) }

  /// The current state; nil when the store is gone.
  public var state: State? { strong()?.state }

  /// Dispatches to the store. When it is gone this is misuse, and nothing happens.
  @Sendable
  public func dispatch(_ action: Action) {
    guard let store = strong() else { return report(.dispatchToReleasedStore(action: "\(action)")) }
    store.dispatch(action)
  }

  func report(_ misuse: Misuse) { node.context.report(misuse) }

  /// A handle that owns the store; nil when it is gone.
  public func strong() -> StateStore<State, Action>? { node.node?.handle() }
}

extension StateStore {
  /// A handle to this store that keeps nothing alive.
  public func weak() -> WeakStore<State, Action> { WeakStore(node) }
}
