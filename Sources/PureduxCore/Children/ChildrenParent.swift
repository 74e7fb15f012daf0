/// The store below which children are made, and what its handles for them have in common.
@frozen
@usableFromInline
struct ChildrenParent<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let store: WeakStore<State, Action>
  /// The gate of the element in which the store is.
  @usableFromInline let gate: ChildGate?
  @usableFromInline let options: NodeOptions<State>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    self.store = store.weak()
    gate = store.node.gate
    options = store.node.asProjection
  }

  /// Makes the gate of an element.
  @usableFromInline
  func makeGate(in tree: StoreTree) -> ChildGate {
    ChildGate(lock: tree.registry, inside: gate, number: gate == nil ? 0 : tree.nextNumber())
  }
}
