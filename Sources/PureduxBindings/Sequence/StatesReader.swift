/// One iteration over the states of a store.
final class StatesReader<State: Sendable>: Sendable {
  private let reading = Guarded(StatesReading())
  private let turns = PrivateTurns()
  private let tree: StoreTree
  private let differs: Equating<State>.Filter?
  /// The state with its revision; nil in its place where the store does not offer it.
  private let read: @Sendable () -> (revision: UInt64, state: State?)
  private let lastRevision = Guarded<UInt64?>(nil)
  /// The store alone keeps it.
  private let registration = Guarded<WeakReference<Registration<State>>?>(nil)

  /// Reads through a window, which has the state even when the store is gone.
  init<Action>(differs: Equating<State>.Filter?, _ window: AnyStore<State, Action>) {
    let node = window.node
    tree = node.tree
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
    store.node.tree.mailbox.post { [admission = store.node.admission] turn in
      admission.admit(registration, turn)
    }
  }

  func next() async -> State? {
    while await news() == .changed {
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

  private func news() async -> StatesReading.News {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wake(reading.withLock { $0.wait(continuation) }) }
    } onCancel: {
      wake(reading.withLock { $0.cancel() })
    }
  }

  private func wake(_ wakeUp: StatesReading.WakeUp) { wakeUp?.continuation.resume(returning: wakeUp?.news ?? .over) }

  private func tell(_ news: (inout StatesReading) -> StatesReading.WakeUp) { wake(reading.withLock(news)) }
}
