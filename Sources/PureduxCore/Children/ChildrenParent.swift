/// The store below which children are made, and what its handles for them have in common.
@frozen
@usableFromInline
struct ChildrenParent<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let store: WeakStore<State, Action>
  /// The lifetime of the element in which the store is.
  @usableFromInline let lifetime: Lifetime?
  @usableFromInline let options: NodeOptions<State>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    self.store = store.weak()
    lifetime = store.node.lifetime
    options = store.node.asProjection
  }
}
