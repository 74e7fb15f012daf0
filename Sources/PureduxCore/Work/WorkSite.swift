/// The store that work belongs to, as far as work may know it: it keeps the store alive no longer than it lives.
public struct WorkSite: Sendable {
  /// What is in force for the store's work.
  public let context: StoreContext
  let store: any WorkStore
  /// The turn in which the work began.
  private let cause: EventCause
  /// Once raised, what is dispatched here no longer counts when its turn comes.
  private let closed: AtomicFlag?

  init(context: StoreContext, store: any WorkStore, cause: EventCause = .none, unless closed: AtomicFlag? = nil) {
    self.context = context
    self.store = store
    self.cause = cause
    self.closed = closed
  }

  /// The same store, for work that begins in this turn.
  var fromHere: WorkSite { WorkSite(context: context, store: store, cause: .here, unless: closed) }

  /// The same store, for work whose actions count only while `closed` is down.
  func unless(_ closed: AtomicFlag?) -> WorkSite {
    WorkSite(context: context, store: store, cause: cause, unless: closed ?? self.closed)
  }

  /// Tells a run of work from the others of the tree.
  package var nextRun: UInt64 { store.nextRun }

  /// The store's state, if it still exists and has this type.
  public func state<State>(as type: State.Type = State.self) -> State? { store.anyState() as? State }

  /// Whether the store still exists and its state has another type.
  package func isOther<State>(than type: State.Type) -> Bool { store.stateType.map { $0 != type } ?? false }

  /// Dispatches an action to the store, unless it is gone. One of a type that the store does not take is reported.
  public func dispatch(_ action: any Sendable) {
    if let closed { return dispatch(action, unless: closed) }
    cause.inForce { store.dispatch(any: action) }
  }

  /// Whether the store no longer exists.
  var isGone: Bool { store.stateType == nil }

  /// Dispatches an action that counts only if `closed` is still down when its turn comes.
  package func dispatch(_ action: any Sendable, unless closed: AtomicFlag) {
    cause.inForce { store.dispatch(any: action, unless: closed, then: nil) }
  }

  /// Dispatches a chain that goes on only while `closed` is down.
  ///
  /// - Parameters:
  ///   - running: takes the chain, so that ending it ends the chain.
  ///   - done: called when the last action has been published, or the chain has ended before.
  package func dispatch(
    chain: ComposedAction, unless closed: AtomicFlag, as running: RunningWork, then done: (@Sendable () -> Void)?
  ) {
    cause.inForce { store.dispatch(chain: chain, unless: closed, as: running, then: done) }
  }

  /// As `dispatch`, and returns when the last action has been published, or the chain has ended before.
  package func send(chain: ComposedAction, unless closed: AtomicFlag, as running: RunningWork) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      cause.inForce { store.dispatch(chain: chain, unless: closed, as: running, then: { done.fire() }) }
    }
  }

  /// Dispatches the actions of a chain; nil when the store is gone.
  func startChain(_ composed: ComposedAction) -> StoreSubscription? {
    cause.inForce { store.startChain(composed) }
  }

  /// Dispatches an action that counts only if `closed` is still down when its turn comes, and waits for that.
  package func send(_ action: any Sendable, unless closed: AtomicFlag) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      cause.inForce { store.dispatch(any: action, unless: closed, then: { done.fire() }) }
    }
  }

  /// Dispatches an action, and returns when it has been reduced and published.
  public func send(_ action: any Sendable) async { await store.send(any: action, cause) }

  /// Tells the tree's tap about the work, the end included that comes with the store's.
  package var teller: @Sendable (StoreEvent.Kind) -> Void {
    { [cause, teller = store.teller] kind in cause.inForce { teller(kind) } }
  }

  /// Has the work end when the store goes.
  package func keep(_ work: any Endable) { store.keep(any: work) }
}
