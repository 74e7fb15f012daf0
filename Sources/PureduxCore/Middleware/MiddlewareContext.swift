/// The store that a middleware belongs to, without keeping it alive.
///
/// Inside `handle`, its state is the one before the action, and what it dispatches comes after the actions that wait.
public final class MiddlewareContext<State: Sendable, Action: Sendable>: Sendable {
  private let source: StateSource<State>
  private let tree: StoreTree
  private let dispatcher: WeakDispatcher<Action>

  @usableFromInline
  init(source: StateSource<State>, tree: StoreTree, dispatcher: WeakDispatcher<Action>) {
    self.source = source
    self.tree = tree
    self.dispatcher = dispatcher
  }

  /// The current state: inside `handle`, the one before the action.
  public var state: State { source.state(tree) }

  /// Dispatches an action to the store; inside `handle` it comes behind what waits already.
  @Sendable
  public func dispatch(_ action: Action) { dispatcher.dispatch(action) }
}

/// Dispatches to a store for a part of it that must not keep it alive.
@usableFromInline
final class WeakDispatcher<Action: Sendable>: Sendable {
  private struct Target: Sendable {
    weak var actionQueue: ActionQueue<Action>?
    /// Returns false when the store is gone.
    var dispatchToStore: @Sendable (Action) -> Bool
    var context: StoreContext
  }

  private let target = Guarded<Target?>(nil)

  @usableFromInline
  init() {}

  /// Sets the store, once, as soon as it has been made.
  @usableFromInline
  func setStore<State>(_ node: StoreNode<State, Action>) {
    let target = Target(
      actionQueue: node.actionQueue,
      dispatchToStore: { [weak node] action in
        guard let node else { return false }
        StateStore(node: node).dispatch(action)
        return true
      },
      context: node.context)
    self.target.withLock { $0 = target }
  }

  /// Dispatches to the store. Once it is gone, only what its last actions dispatch is still accepted.
  @usableFromInline
  func dispatch(_ action: Action) {
    guard let target = target.withLock({ $0 }), !target.dispatchToStore(action) else { return }
    if let actionQueue = target.actionQueue {
      guard let series = actionQueue.series(action) else { return actionQueue.post(action) }
      return series.post(to: actionQueue, at: nil, target.context, unless: nil, as: nil, then: nil)
    }
    target.context.report(.dispatchToReleasedStore(action: "\(action)"))
  }
}
