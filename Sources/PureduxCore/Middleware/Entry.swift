/// The way into a store for what belongs to it and must not keep it alive.
@usableFromInline
final class Entry<Action: Sendable>: Sendable {
  private struct Target: Sendable {
    weak var lane: Lane<Action>?
    /// False when the store is gone.
    var dispatchToStore: @Sendable (Action) -> Bool
    var context: StoreContext
  }

  private let target = Guarded<Target?>(nil)

  @usableFromInline
  init() {}

  /// Names the store, once, as soon as there is one.
  @usableFromInline
  func lead<State>(to node: StoreNode<State, Action>) {
    let target = Target(
      lane: node.lane,
      dispatchToStore: { [weak node] action in
        guard let node else { return false }
        StateStore(node: node).dispatch(action)
        return true
      },
      context: node.context)
    self.target.withLock { $0 = target }
  }

  /// Dispatches to the store. After it is gone its last actions still take what they bring about with them.
  @usableFromInline
  func dispatch(_ action: Action) {
    guard let target = target.withLock({ $0 }), !target.dispatchToStore(action) else { return }
    if let lane = target.lane {
      guard lane.work.mayFind, let composed = action as? ComposedAction else { return lane.post(action) }
      for part in composed.parts(as: Action.self, target.context) { lane.post(part) }
      return
    }
    target.context.report(.dispatchToReleasedStore(action: "\(action)"))
  }
}
