internal import Dispatch

/// Updates all views of one store tree, in rounds.
///
/// All updates of a round are made from one revision of the tree, on whatever queues they are made, and are delivered
/// in one turn of the main actor: a round is as slow as its slowest props. The states are read when the round begins,
/// so an update that waits for its time holds none.
final class UpdateScheduler: Sendable {
  private struct Sources: Sendable {
    var schedule = UpdateSchedule()
    /// The sources that follow their stores, which keep them.
    var present: [UInt64: Reference] = [:]
    /// Sources that are updated once more, and kept until then.
    var kept: [UInt64: any UpdateSource] = [:]

    func queue(of source: UInt64) -> DispatchQueue? { kept[source]?.queue ?? present[source]?.queue }

    /// Takes out what is to be read in a round.
    mutating func take(_ source: UInt64) -> (any UpdateSource)? {
      kept.isEmpty ? present[source]?.source : kept.removeValue(forKey: source) ?? present[source]?.source
    }
  }

  private struct Reference: Sendable {
    weak var source: (any UpdateSource)?
    let queue: DispatchQueue?
  }

  let tree: StoreTree
  let groups = BindingGroups()
  private let clock: StoreClock
  private let sources = Guarded(Sources())

  init(tree: StoreTree) {
    self.tree = tree
    clock = tree.context.clock
  }

  deinit { forget() }

  /// Takes in a source, which its store keeps.
  func add(_ source: any UpdateSource, _ rate: UpdateSchedule.Rate) {
    sources.withLock { sources in
      sources.present[source.number] = Reference(source: source, queue: source.queue)
      if rate == .immediate { sources.schedule.join(source.number) }
    }
  }

  /// What a source shows has changed: has it updated when its rate allows.
  func update(_ source: UInt64, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    act(on: sources.withLock { $0.schedule.change(source, rate, at: now) })
  }

  /// Has a source updated, if it does not wait for that already, and keeps it until then.
  func updateOnceMore(_ source: any UpdateSource, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    let step = sources.withLock { sources -> UpdateSchedule.Step in
      sources.kept[source.number] = source
      if sources.schedule.isWaiting(source.number) { return .none }
      return sources.schedule.change(source.number, rate, at: now)
    }
    act(on: step)
  }

  /// The source has ended. It is not updated any more.
  func remove(_ source: UInt64) {
    let removed = sources.withLock { sources in
      sources.present[source] = nil
      sources.schedule.remove(source)
      return sources.kept.removeValue(forKey: source)
    }
    withExtendedLifetime(removed) {}
  }

  private func act(on step: UpdateSchedule.Step) {
    switch step {
    case .none: break
    case .makeRound: makeRound()
    case .sleep(let end): sleep(until: end)
    }
  }

  /// By a timer, which fires while work holds every thread of the cooperative pool too.
  private func sleep(until end: Duration) {
    let timer = StoreTimer { [weak self, clock] in
      guard let self else { return }
      act(on: sources.withLock { $0.schedule.rang(end, at: clock.now()) })
    }
    timer.start(at: end, in: tree.context)
  }

  private func makeRound() {
    let now = clock.now()
    let queue = sources.withLock { sources in
      sources.schedule.due(at: now).compactMap { sources.queue(of: $0) }.first
    }
    // Where everything is made on the main actor, the states are read there too, just before they are shown.
    continueRound(on: queue) { [self] in beginRound() }
  }

  private func continueRound(on queue: DispatchQueue?, _ round: @escaping @Sendable () -> UpdateRound) {
    guard let queue else {
      Task { @MainActor in
        var round = round()
        if let queue = round.nextQueue { return continueRound(on: queue) { [round] in round } }
        round.make(on: nil)
        deliver(round.updates)
      }
      return
    }
    queue.async { [self] in
      var round = round()
      round.make(on: queue)
      if round.isEmpty { endRound() } else { continueRound(on: round.nextQueue) { [round] in round } }
    }
  }

  private func beginRound() -> UpdateRound {
    let now = clock.now()
    let due = sources.withLock { sources in
      sources.schedule.takeDue(at: now).compactMap { sources.take($0) }
    }
    return tree.read { locked in
      let revision = tree.revision(locked)
      var round = UpdateRound()
      for source in due {
        if let pending = source.read(revision, locked) { round.add(pending, on: source.queue) }
      }
      return round
    }
  }

  @MainActor
  private func deliver(_ updates: [Update]) {
    for update in updates { update.show() }
    endRound()
  }

  private func endRound() {
    act(on: sources.withLock { $0.schedule.ended(at: clock.now()) })
  }
}
