/// A handle to a store that does not keep it alive.
///
/// ```swift
/// let weak = store.weak()
/// Button.onTap = { weak.dispatch(.increment) }
/// ```
public struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private let node: WeakNode<State, Action>

  init(_ node: StoreNode<State, Action>) { self.node = WeakNode(node) }

  /// The current state; nil when the store is gone.
  public var state: State? { strong()?.state }

  /// Dispatches the action to the store. If the store is gone, this is reported and nothing happens.
  @Sendable
  public func dispatch(_ action: Action) {
    guard let store = strong() else { return report(.dispatchToReleasedStore(action: "\(action)", name: node.name)) }
    store.dispatch(action)
  }

  /// Whether the store is gone.
  package var isGone: Bool { node.isGone }

  func report(_ misuse: Misuse) { node.context.report(misuse) }

  /// Returns a handle that keeps the store alive, or nil when the store is gone.
  public func strong() -> StateStore<State, Action>? { node.node?.handle() }
}

extension StateStore {
  /// Returns a handle to this store that does not keep it alive.
  public func weak() -> WeakStore<State, Action> { WeakStore(node) }
}
