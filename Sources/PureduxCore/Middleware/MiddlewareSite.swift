/// The store that a middleware belongs to, without keeping it alive.
///
/// Inside `handle`, its state is the one before the action, and what it dispatches comes after the actions that wait.
public final class MiddlewareSite<State: Sendable, Action: Sendable>: Sendable {
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
