/// One iteration over the states of a store.
final class StateReader<State: Sendable>: Sendable {
  private let readerState = Guarded(ReaderState())
  private let turns = PrivateTurns()
  private let tree: StoreTree
  private let differs: Equating<State>.Filter?
  /// Reads the revision and the state; nil in the state's place where the store does not offer it.
  private let read: @Sendable () -> (revision: UInt64, state: State?)
  /// Whether the store's element has left.
  private let wasDetached: @Sendable () -> Bool
  private let lastRevision = Guarded<UInt64?>(nil)
  /// Reports, once, that the store was gone before the first state was read.
  private let reportMissing: Guarded<(@Sendable () -> Void)?>
  /// The place at which the sequence was made.
  private let location: SourceLocation
  /// Only the store keeps it.
  private let registration = Guarded<WeakReference<Registration<State>>?>(nil)

  /// Reads through a window, which has the state even when the store has gone.
  ///
  /// `mayEndEarly` where the sequence is meant to end with the store, however early.
  init<Action>(
    differs: Equating<State>.Filter?, _ window: AnyStore<State, Action>, _ store: WeakStore<State, Action>,
    mayEndEarly: Bool, location: SourceLocation
  ) {
    let node = window.node
    self.location = location
    let report: @Sendable () -> Void = {
      if store.isGone { node.reportGone(location) }
    }
    reportMissing = Guarded(mayEndEarly ? nil : report)
    tree = node.tree
    wasDetached = node.wasDetached
    self.differs = differs
    read = {
      let (revision, captured) = node.tree.read { locked in (node.tree.revision(locked), node.capture(locked)) }
      let state = captured()
      return (revision, node.offers(state) ? state : nil)
    }
  }

  deinit { registration.withLock { $0 }?.object?.end() }

  func begin<Action>(_ store: AnyStore<State, Action>) {
    let reader = WeakReference(self)
    let registration = store.node.registerFollower {
      reader.object?.tell { $0.change() }
      return .active
    } onEnd: {
      reader.object?.tell { $0.changeAndEnd() }
    }
    self.registration.withLock { $0 = WeakReference(registration) }
    store.node.tree.mailbox.postDuringPause { [admission = store.node.admission] turn in
      admission.admit(registration, turn)
    }
  }

  func next() async -> State? {
    reportMissing.take()?()
    while await tree.context.waiting(in: "states", at: location, { await nextReason() }) == .changed {
      // The state above has no such element any more.
      if wasDetached(), registration.withLock({ $0?.object?.isEnded != false }) { continue }
      let (revision, current) = read()
      let isNew = lastRevision.withLock { last in
        defer { last = revision }
        return last != revision
      }
      guard isNew, let state = current else { continue }
      guard let differs else { return state }
      if turns.lend({ differs(state, $0) }) { return state }
    }
    return nil
  }

  private func nextReason() async -> ReaderState.Reason {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wake(readerState.withLock { $0.wait(continuation) }) }
    } onCancel: {
      wake(readerState.withLock { $0.cancel() })
    }
  }

  private func wake(_ wakeUp: ReaderState.WakeUp) { wakeUp?.reader.resume(returning: wakeUp?.reason ?? .ended) }

  private func tell(_ transition: (inout ReaderState) -> ReaderState.WakeUp) { wake(readerState.withLock(transition)) }
}
