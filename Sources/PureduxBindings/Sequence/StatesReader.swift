/// One iteration over the states of a store.
final class StatesReader<State: Sendable>: Sendable {
  private let reading = Guarded(StatesReading())
  private let turns = TurnKeeper()
  private let differs: Equating<State>.Filter?
  private let read: @Sendable () -> State
  /// The store alone keeps it.
  private let registration = Guarded<WeakReference<Registration<State>>?>(nil)

  init(differs: Equating<State>.Filter?, read: @escaping @Sendable () -> State) {
    self.differs = differs
    self.read = read
  }

  deinit { registration.withLock { $0 }?.object?.end() }

  func begin<Action>(_ store: AnyStore<State, Action>) {
    let observation = Observation(self)
    let registration = store.node.register { _, _ in
      observation.change()
      return .active
    }
    self.registration.withLock { $0 = WeakReference(registration) }
    store.node.tree.mailbox.post { [entrance = store.node.entrance] turn in
      entrance.admit(registration, turn)
    }
  }

  func next() async -> State? {
    while await news() == .changed {
      let state = read()
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

  /// What the store holds: when it lets go, nothing follows any more.
  private final class Observation: Sendable {
    private let reader: WeakReference<StatesReader>

    init(_ reader: StatesReader) { self.reader = WeakReference(reader) }

    deinit { tell { $0.end() } }

    func change() { tell { $0.change() } }

    private func tell(_ news: (inout StatesReading) -> StatesReading.WakeUp) {
      if let reader = reader.object { reader.wake(reader.reading.withLock(news)) }
    }
  }
}
