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
  /// The type of the part where the store is a projection.
  let projectedType: ObjectIdentifier?
  private let tree: StoreTree
  private let number: UInt64
  private let readState: @Sendable () -> any Sendable

  @usableFromInline
  init<State, Action>(_ store: StateStore<State, Action>) {
    context = store.node.context
    projectedType = store.node.isProjection ? ObjectIdentifier(State.self) : nil
    tree = store.node.tree
    number = store.node.actionQueue.store
    readState = store.node.readState
  }

  /// Where the job with this identity is in the state, as a key path; nil where it was not found.
  func path(of job: Identity) -> String? { JobSearch.path(of: job, in: readState()) }

  /// Tells the tree's taps of an event of the store.
  func emit(_ kind: StoreEvent.Kind) { tree.post(kind, of: number) }

  /// Has those told who observe how far the work has come.
  func progressed() { tree.refresh() }
}
