/// One iteration over the states of a store.
final class StatesReader<State: Sendable>: Sendable {
  private let reading = Guarded(StatesReading())
  private let turns = TurnKeeper()
  private let differs: Equating<State>.Filter?
  private let read: @Sendable () -> State
  private let subscription = Guarded<(any Ending)?>(nil)

  init(differs: Equating<State>.Filter?, read: @escaping @Sendable () -> State) {
    self.differs = differs
    self.read = read
  }

  deinit { subscription.withLock { $0 }?.end() }

  func begin<Action>(_ store: AnyStore<State, Action>) {
    let observation = Observation(self)
    let registration = store.node.register { _, _ in
      observation.change()
      return .active
    }
    let ending = WeakEnding(registration)
    subscription.withLock { $0 = ending }
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
    private weak let reader: StatesReader?

    init(_ reader: StatesReader) { self.reader = reader }

    deinit { reader.map { reader in reader.wake(reader.reading.withLock { $0.end() }) } }

    func change() { reader.map { reader in reader.wake(reader.reading.withLock { $0.change() }) } }
  }

  /// Ends an observer that its store alone keeps.
  private final class WeakEnding: Ending {
    private weak let ending: (any Ending)?

    init(_ ending: any Ending) { self.ending = ending }

    func end() { ending?.end() }
    var isEnded: Bool { ending?.isEnded ?? true }
  }
}
