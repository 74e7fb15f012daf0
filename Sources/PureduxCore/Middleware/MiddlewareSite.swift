/// The store that a middleware belongs to, as far as a middleware may know it: this keeps no store alive.
public final class MiddlewareSite<State: Sendable, Action: Sendable>: Sendable {
  private let reading: Reading<State>
  private let tree: StoreTree
  private let entry: Entry<Action>

  @usableFromInline
  init(reading: Reading<State>, tree: StoreTree, entry: Entry<Action>) {
    self.reading = reading
    self.tree = tree
    self.entry = entry
  }

  /// The current state: inside `handle`, the one before the action.
  public var state: State { reading.state(tree) }

  /// Dispatches an action to the store; inside `handle` it comes behind what waits already.
  @Sendable
  public func dispatch(_ action: Action) { entry.dispatch(action) }
}
