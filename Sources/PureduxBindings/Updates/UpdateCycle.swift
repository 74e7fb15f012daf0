internal import Dispatch

/// Updates what shows one store tree, in rounds.
///
/// All updates of a round are made from one revision of the tree, on whatever queues they are made, and are delivered
/// in one turn of the main actor: a round is as slow as its slowest props. The states are read when the round begins,
/// so an update that waits for its time holds none.
final class UpdateCycle: Sendable {
  private struct Content: Sendable {
    var schedule = UpdateSchedule()
    /// The bindings that have not ended. Their stores keep them.
    var bindings: [UInt64: Reference] = [:]
    /// Those whose store is gone, until they are shown its last state.
    var leaving: [UInt64: any UpdatedBinding] = [:]
  }

  private struct Reference: Sendable {
    weak var binding: (any UpdatedBinding)?
    let queue: DispatchQueue?
  }

  let tree: StoreTree
  private let clock: StoreClock
  private let content = Guarded(Content())
  private let turns = PrivateTurns()

  init(tree: StoreTree) {
    self.tree = tree
    clock = tree.context.clock
  }

  deinit { forget() }

  /// Lets in a binding, which waits for `interval` to pass without a change before it is updated.
  func add(_ binding: any UpdatedBinding, interval: Duration) {
    content.withLock { content in
      content.bindings[binding.number] = Reference(binding: binding, queue: binding.queue)
      if interval == .zero { content.schedule.join(binding.number) }
    }
  }

  /// Has a binding updated when `interval` has passed without another call, or after a few intervals.
  func update(_ binding: UInt64, after interval: Duration) {
    let now = clock.now()
    act(on: content.withLock { $0.schedule.change(binding, interval: interval, at: now) })
  }

  /// The store is gone: has the binding updated, if it does not wait for that already, and keeps it until then.
  func updateOnceMore(_ binding: any UpdatedBinding, after interval: Duration) {
    let now = clock.now()
    let step = content.withLock { content -> UpdateSchedule.Step in
      content.leaving[binding.number] = binding
      if content.schedule.isWaiting(binding.number) { return .none }
      return content.schedule.change(binding.number, interval: interval, at: now)
    }
    act(on: step)
  }

  func remove(_ binding: UInt64) {
    let removed = content.withLock { content in
      content.bindings[binding] = nil
      content.schedule.remove(binding)
      return content.leaving.removeValue(forKey: binding)
    }
    withExtendedLifetime(removed) {}
  }

  /// Lends a turn in which the filters of bindings may be asked.
  func lendTurn<Result>(_ body: (borrowing Turn) -> Result) -> Result { turns.lend(body) }

  private func act(on step: UpdateSchedule.Step) {
    switch step {
    case .none: break
    case .makeRound: makeRound()
    case .sleep(let end): sleep(until: end)
    }
  }

  private func sleep(until end: Duration) {
    let clock = clock
    _ = tree.context.startTask { [weak self] in
      try? await clock.sleep(end - clock.now())
      guard let self else { return }
      act(on: content.withLock { $0.schedule.rang(end, at: clock.now()) })
    }
  }

  private func makeRound() {
    let now = clock.now()
    let queue = content.withLock { content in
      content.schedule.due(at: now).compactMap { content.bindings[$0]?.queue }.first
    }
    // Where all is made on the main actor the states are read there too, just before they are shown.
    continueRound(on: queue) { [self] in beginRound() }
  }

  private func continueRound(on queue: DispatchQueue?, _ round: @escaping @Sendable () -> UpdateRound) {
    guard let queue else {
      Task { @MainActor in
        var round = round()
        if let queue = round.nextQueue { return continueRound(on: queue) { [round] in round } }
        turns.lend { turn in round.make(on: nil, turn) }
        deliver(round.updates)
      }
      return
    }
    queue.async { [self] in
      var round = round()
      turns.lend { turn in round.make(on: queue, turn) }
      if round.isEmpty { endRound() } else { continueRound(on: round.nextQueue) { [round] in round } }
    }
  }

  private func beginRound() -> UpdateRound {
    let now = clock.now()
    let bindings = content.withLock { content in
      let due = content.schedule.takeDue(at: now)
      var bindings: [any UpdatedBinding] = []
      bindings.reserveCapacity(due.count)
      for number in due {
        if let binding = content.leaving.removeValue(forKey: number) ?? content.bindings[number]?.binding {
          bindings.append(binding)
        }
      }
      return bindings
    }
    return tree.read { locked in
      let revision = tree.revision(locked)
      var round = UpdateRound(of: bindings.count)
      for binding in bindings { round.add(binding.read(revision, locked), on: binding.queue) }
      return round
    }
  }

  @MainActor
  private func deliver(_ updates: [Update]) {
    for update in updates { update() }
    endRound()
  }

  private func endRound() {
    act(on: content.withLock { $0.schedule.ended(at: clock.now()) })
  }
}

/// Shows what was made, if it is still wanted.
typealias Update = @MainActor @Sendable () -> Void

/// One that is told what to show by a cycle.
protocol UpdatedBinding: AnyObject, Sendable {
  /// Later ones are larger.
  var number: UInt64 { get }
  /// Where its updates are made; nil for the main actor.
  var queue: DispatchQueue? { get }
  /// Takes the state, under the tree's lock; what is returned makes the update, or none when nothing changed.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> UpdateRound.Maker
}
