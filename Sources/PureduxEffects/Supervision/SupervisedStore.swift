extension StoreContext {
  /// Whether tasks run elsewhere than on the cooperative pool.
  var hasTaskExecutor: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { taskExecutor != nil } else { false }
  }
}

/// What a supervisor knows of its store, which it does not keep alive.
@usableFromInline
struct SupervisedStore: Sendable {
  let context: StoreContext
  private let tree: StoreTree
  private let number: UInt64

  @usableFromInline
  init<State, Action>(_ store: StateStore<State, Action>) {
    context = store.node.context
    tree = store.node.tree
    number = store.node.actionQueue.store
  }

  /// Tells the tree's taps of an event of the store.
  func emit(_ kind: StoreEvent.Kind) { tree.post(kind, of: number) }
}
