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
  private let refreshes: Refreshes
  /// Tells the runs of this attachment from those of others.
  private let attachment: UInt64
  private let readState: @Sendable () -> any Sendable

  @usableFromInline
  init<State, Action>(_ store: StateStore<State, Action>) {
    context = store.node.context
    projectedType = store.node.isProjection ? ObjectIdentifier(State.self) : nil
    tree = store.node.tree
    number = store.node.actionQueue.store
    refreshes = tree.slot(Refreshes.self)
    attachment = tree.nextNumber()
    readState = store.node.readState
  }

  /// Where the job with this identity is in the state, as a key path; nil where it was not found.
  func path(of job: Identity) -> String? { JobSearch.path(of: job, in: readState()) }

  /// Tells the tree's taps of the work of a run, if there are any.
  func emit(_ name: String, _ run: EffectRun, _ kind: (StoreWork) -> StoreEvent.Kind) {
    guard tree.isListenedTo.isRaised else { return }
    let attempt = (run.state.currentAttempt ?? 0) + 1
    let work = StoreWork(name: name, run: attachment << 32 | UInt64(run.number), attempt: attempt)
    // What is cancelled in a turn is cancelled because of it.
    let here = EventCause.here
    (here.isNone ? run.cause : here).inForce { tree.post(kind(work), of: number) }
  }

  /// Has those told who observe how far the work has come.
  func progressed() { refreshes.publish(in: tree) }
}
