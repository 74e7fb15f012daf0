internal import Dispatch

/// Updates all views of one store tree, in rounds.
///
/// All updates of a round are made from one revision of the tree, on whatever queues they are made, and are delivered
/// in one turn of the main actor: a round is as slow as its slowest props. The states are read when the round begins,
/// so an update that waits for its time holds none.
final class UpdateScheduler: Sendable {
  private struct Bindings: Sendable {
    var schedule = UpdateSchedule()
    /// The bindings that have not ended. Their stores keep them.
    var present: [UInt64: Reference] = [:]
    /// The bindings whose store has gone, until they have shown its last state.
    var lastUpdates: [UInt64: any AnyStoreBinding] = [:]
  }

  private struct Reference: Sendable {
    weak var binding: (any AnyStoreBinding)?
    let queue: DispatchQueue?
  }

  let tree: StoreTree
  private let clock: StoreClock
  private let bindings = Guarded(Bindings())

  init(tree: StoreTree) {
    self.tree = tree
    clock = tree.context.clock
  }

  deinit { forget() }

  /// Takes in a binding.
  func add(_ binding: any AnyStoreBinding, _ rate: UpdateSchedule.Rate) {
    bindings.withLock { bindings in
      bindings.present[binding.number] = Reference(binding: binding, queue: binding.queue)
      if rate == .immediate { bindings.schedule.join(binding.number) }
    }
  }

  /// What a binding shows has changed: has it updated when its rate allows.
  func update(_ binding: UInt64, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    act(on: bindings.withLock { $0.schedule.change(binding, rate, at: now) })
  }

  /// The store has gone: has the binding updated, if it does not wait for that already, and keeps it until then.
  func updateOnceMore(_ binding: any AnyStoreBinding, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    let step = bindings.withLock { bindings -> UpdateSchedule.Step in
      bindings.lastUpdates[binding.number] = binding
      if bindings.schedule.isWaiting(binding.number) { return .none }
      return bindings.schedule.change(binding.number, rate, at: now)
    }
    act(on: step)
  }

  /// The binding has ended. It is not updated any more.
  func remove(_ binding: UInt64) {
    let removed = bindings.withLock { bindings in
      bindings.present[binding] = nil
      bindings.schedule.remove(binding)
      return bindings.lastUpdates.removeValue(forKey: binding)
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

  private func sleep(until end: Duration) {
    let clock = clock
    _ = tree.context.startTask { [weak self] in
      let time = end - clock.now()
      do {
        try await clock.sleep(time)
      } catch {
        // A clock that breaks off its sleepers is not asked over and over: the system's waits in its place.
        try? await Task.sleep(for: time)
      }
      guard let self else { return }
      act(on: bindings.withLock { $0.schedule.rang(end, at: clock.now()) })
    }
  }

  private func makeRound() {
    let now = clock.now()
    let queue = bindings.withLock { bindings in
      bindings.schedule.due(at: now).compactMap { bindings.present[$0]?.queue }.first
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
    let due = bindings.withLock { bindings in
      let numbers = bindings.schedule.takeDue(at: now)
      var due: [any AnyStoreBinding] = []
      due.reserveCapacity(numbers.count)
      for number in numbers {
        if let binding = bindings.lastUpdates.removeValue(forKey: number) ?? bindings.present[number]?.binding {
          due.append(binding)
        }
      }
      return due
    }
    return tree.read { locked in
      let revision = tree.revision(locked)
      var round = UpdateRound(of: due.count)
      for binding in due { round.add(binding.read(revision, locked), on: binding.queue) }
      return round
    }
  }

  @MainActor
  private func deliver(_ updates: [Update]) {
    for update in updates { update() }
    endRound()
  }

  private func endRound() {
    act(on: bindings.withLock { $0.schedule.ended(at: clock.now()) })
  }
}
