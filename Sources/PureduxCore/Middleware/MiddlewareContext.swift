/// A non-owning handle to the store of a middleware.
///
/// Inside `handle`, `state` is the state before the action, and dispatched actions are queued.
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

  /// The current state: inside `handle`, the state before the action.
  public var state: State { source.state(tree) }

  /// Dispatches an action to the store. Inside `handle`, the action is appended to the queue.
  @Sendable
  public func dispatch(_ action: Action) { dispatcher.dispatch(action) }
}

/// Dispatches actions from a middleware or an interceptor to its store, without retaining the store.
@usableFromInline
final class WeakDispatcher<Action: Sendable>: Sendable {
  private struct Target: Sendable {
    weak var actionQueue: ActionQueue<Action>?
    /// Returns false if the store was released.
    var dispatchToStore: @Sendable (Action) -> Bool
    var context: StoreContext
  }

  private let target = Guarded<Target?>(nil)

  @usableFromInline
  init() {}

  /// Sets the store. Called once, right after the store is created.
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

  /// Dispatches an action to the store.
  ///
  /// After the store is released, an action is accepted only while earlier actions of the store are still queued or
  /// being reduced; otherwise, the dispatch is reported.
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
