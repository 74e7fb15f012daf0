/// The store that a middleware belongs to, as far as a middleware may know it: this keeps no store alive.
public final class MiddlewareSite<State: Sendable, Action: Sendable>: Sendable {
  private let reading: Reading<State>
  private let tree: StoreTree
  private let entry: Entry<Action>
  @usableFromInline let handle: Handle

  @usableFromInline typealias Handle = @Sendable (Action, MiddlewareSite<State, Action>) -> Action?

  @usableFromInline
  init(reading: Reading<State>, tree: StoreTree, entry: Entry<Action>, handle: @escaping Handle) {
    self.reading = reading
    self.tree = tree
    self.entry = entry
    self.handle = handle
  }

  /// The current state: inside `handle`, the one before the action.
  public var state: State { reading.state(tree) }

  /// Dispatches an action to the store; inside `handle` it comes behind what waits already.
  @Sendable
  public func dispatch(_ action: Action) { entry.dispatch(action) }

  /// What the middleware makes of an action.
  @inlinable
  func admit(_ action: Action) -> Action? { handle(action, self) }
}
