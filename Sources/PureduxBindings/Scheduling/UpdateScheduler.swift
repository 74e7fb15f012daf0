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

extension UpdateScheduler {
  private struct SharedScheduler: Sendable {
    weak var scheduler: UpdateScheduler?
    let address: UInt
  }

  private static let schedulers = Guarded<[ObjectIdentifier: SharedScheduler]>([:])

  /// The one scheduler of a tree, for as long as a binding uses it.
  static func shared(_ tree: StoreTree) -> UpdateScheduler {
    let scheduler = UpdateScheduler(tree: tree)
    // Kept until the lock is released, for the deinit of a scheduler that is not needed takes the lock too.
    return withExtendedLifetime(scheduler) {
      schedulers.withLock { schedulers in
        if let present = schedulers[scheduler.key]?.scheduler { return present }
        schedulers[scheduler.key] = SharedScheduler(scheduler: scheduler, address: scheduler.address)
        return scheduler
      }
    }
  }

  private var key: ObjectIdentifier { ObjectIdentifier(tree) }
  /// A number, for Swift 6.3 reads an optional structure wrongly that holds a weak reference and an `ObjectIdentifier`.
  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// To be called in `deinit`.
  func forget() {
    Self.schedulers.withLock { schedulers in
      // Compared by address, for a strong reference to a newer scheduler could be its last one: its deinit would run
      // here, and take the lock again.
      if schedulers[key]?.address == address { schedulers[key] = nil }
    }
  }
}

/// The updates of one round while they are made: each on its binding's queue, one queue after another, and those of
/// the main actor last.
struct UpdateRound: Sendable {
  private struct Part: Sendable {
    let queue: DispatchQueue?
    /// Nil once it was called, so that the state is released.
    var pending: PendingUpdates?
  }

  private var parts: [Part] = []
  private var made: [Update] = []

  /// Adds updates that are made on this queue; nil for the main actor.
  mutating func add(_ pending: @escaping PendingUpdates, on queue: DispatchQueue?) {
    parts.append(Part(queue: queue, pending: pending))
  }

  /// A queue on which updates are still to be made.
  var nextQueue: DispatchQueue? { parts.lazy.filter { $0.pending != nil }.compactMap(\.queue).first }

  /// Makes the updates of this queue; nil for the main actor.
  mutating func make(on queue: DispatchQueue?) {
    for index in parts.indices where parts[index].queue === queue {
      guard let pending = parts[index].pending else { continue }
      made += pending()
      parts[index].pending = nil
    }
  }

  /// Whether nothing is left to make or to show.
  var isEmpty: Bool { made.isEmpty && parts.allSatisfy { $0.pending == nil } }

  /// The updates that were made, in the order in which their bindings were made.
  var updates: [Update] { made.sorted { $0.number < $1.number } }
}

/// The new props of one binding, ready to be shown.
struct Update: Sendable {
  /// The number of the binding. Updates are shown in this order.
  let number: UInt64
  /// Shows them, if they are still wanted.
  let show: @MainActor @Sendable () -> Void
}

/// What a scheduler updates: the bindings of a store that are updated together, or one of them alone.
protocol UpdateSource: AnyObject, Sendable {
  /// Later ones have larger numbers.
  var number: UInt64 { get }
  /// Where its updates are made; nil for the main actor.
  var queue: DispatchQueue? { get }
  /// Takes the state, under the tree's lock. The result makes the updates; nil where nothing is bound any more.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates?
}

/// Makes updates of a state that was taken before: none where the state makes no difference.
typealias PendingUpdates = @Sendable () -> [Update]
