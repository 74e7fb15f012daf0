internal import Dispatch

/// Updates all views of one store tree, in rounds.
///
/// All updates of a round use the same revision of the tree, regardless of the queues that compute the updates. The
/// updates are delivered in one turn of the main actor, so props that are slow to compute delay the whole round. States
/// are read when the round begins, so a pending update retains no state.
final class UpdateScheduler: Sendable {
  private struct Sources: Sendable {
    var schedule = UpdateSchedule()
    /// Weak references to the registered sources, each of which is retained by its store.
    var present: [UInt64: Reference] = [:]
    /// Sources retained until the update scheduled by `updateOnceMore`.
    var kept: [UInt64: any UpdateSource] = [:]

    func queue(of source: UInt64) -> DispatchQueue? { kept[source]?.queue ?? present[source]?.queue }

    /// Returns a source to read in a round, and stops retaining it.
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

  /// Registers a source that is retained by its store.
  func add(_ source: any UpdateSource, _ rate: UpdateSchedule.Rate) {
    sources.withLock { sources in
      sources.present[source.number] = Reference(source: source, queue: source.queue)
      if rate.joinsRounds { sources.schedule.join(source.number) }
    }
  }

  /// Schedules an update of a changed source, subject to the source's update rate.
  func update(_ source: UInt64, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    act(on: sources.withLock { $0.schedule.change(source, rate, at: now) })
  }

  /// Retains a source until its next update, and schedules that update unless it is already pending.
  func updateOnceMore(_ source: any UpdateSource, _ rate: UpdateSchedule.Rate) {
    let now = clock.now()
    let step = sources.withLock { sources -> UpdateSchedule.Step in
      sources.kept[source.number] = source
      if sources.schedule.isWaiting(source.number) { return .none }
      return sources.schedule.change(source.number, rate, at: now)
    }
    act(on: step)
  }

  /// Makes the pending updates of all views that wait for at most a frame, and calls a closure in the same turn of the
  /// main actor.
  func showPending(then body: @escaping @MainActor @Sendable () -> Void) {
    let source = LastUpdate(number: tree.nextNumber(), body)
    let now = clock.now()
    let step = sources.withLock { sources in
      sources.kept[source.number] = source
      sources.schedule.hurry()
      return sources.schedule.change(source.number, .immediate, at: now)
    }
    act(on: step)
  }

  /// Removes a source that has ended.
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

  /// Uses a Dispatch timer, which fires even if all threads of the cooperative pool are blocked.
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
    // If the main actor computes all props, the states are also read on the main actor, just before they are displayed.
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

  /// Returns the scheduler that all bindings of a tree share. The scheduler is released together with the tree's last
  /// binding.
  static func shared(_ tree: StoreTree) -> UpdateScheduler {
    let scheduler = UpdateScheduler(tree: tree)
    // Retain the new scheduler until the lock is released, because the `deinit` of a redundant scheduler acquires that
    // lock.
    return withExtendedLifetime(scheduler) {
      schedulers.withLock { schedulers in
        if let present = schedulers[scheduler.key]?.scheduler { return present }
        schedulers[scheduler.key] = SharedScheduler(scheduler: scheduler, address: scheduler.address)
        return scheduler
      }
    }
  }

  private var key: ObjectIdentifier { ObjectIdentifier(tree) }
  /// The address of the scheduler. The address is stored as an integer, because Swift 6.3 miscompiles an `Optional` of
  /// a struct that contains both a weak reference and an `ObjectIdentifier`.
  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Removes this scheduler's entry. Call this in `deinit`.
  func forget() {
    Self.schedulers.withLock { schedulers in
      // Compare addresses instead of loading the weak reference: if the loaded reference were the last one, the
      // `deinit` of the newer scheduler would acquire the lock again.
      if schedulers[key]?.address == address { schedulers[key] = nil }
    }
  }
}

/// The updates of a round in progress, computed queue by queue, with the main actor last.
struct UpdateRound: Sendable {
  private struct Part: Sendable {
    let queue: DispatchQueue?
    /// Computes the updates; set to nil once called, so that the captured state is released.
    var pending: PendingUpdates?
  }

  private var parts: [Part] = []
  private var made: [Update] = []

  /// Adds updates that are computed on `queue`, or on the main actor if `queue` is nil.
  mutating func add(_ pending: @escaping PendingUpdates, on queue: DispatchQueue?) {
    parts.append(Part(queue: queue, pending: pending))
  }

  /// A queue that still has updates to compute, or nil if there is none.
  var nextQueue: DispatchQueue? { parts.lazy.filter { $0.pending != nil }.compactMap(\.queue).first }

  /// Computes the updates of `queue`, or of the main actor if `queue` is nil.
  mutating func make(on queue: DispatchQueue?) {
    for index in parts.indices where parts[index].queue === queue {
      guard let pending = parts[index].pending else { continue }
      made += pending()
      parts[index].pending = nil
    }
  }

  /// Whether no update remains to be computed or displayed.
  var isEmpty: Bool { made.isEmpty && parts.allSatisfy { $0.pending == nil } }

  /// The computed updates, in the order in which their bindings were created.
  var updates: [Update] { made.sorted { $0.number < $1.number } }
}

/// The new props of one binding, ready to be displayed.
struct Update: Sendable {
  /// The binding's number. Updates are displayed in ascending order of their bindings' numbers.
  let number: UInt64
  /// Displays the props, unless the binding has ended.
  let show: @MainActor @Sendable () -> Void
}

/// The unit of work in a round: bindings of a store that are updated together, or a single binding.
protocol UpdateSource: AnyObject, Sendable {
  /// The source's number; sources created later have larger numbers.
  var number: UInt64 { get }
  /// The queue that computes the source's updates; nil for the main actor.
  var queue: DispatchQueue? { get }
  /// Reads the state while the tree's lock is held. Returns a closure that computes the updates, or nil if no bindings
  /// are left.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates?
}

/// A closure that is called after the updates of a round, once.
private final class LastUpdate: UpdateSource {
  let number: UInt64
  private let body: @MainActor @Sendable () -> Void

  init(number: UInt64, _ body: @escaping @MainActor @Sendable () -> Void) { (self.number, self.body) = (number, body) }

  var queue: DispatchQueue? { nil }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    { [self] in [Update(number: number, show: body)] }
  }
}

/// Computes updates from a state that has already been read. The result is empty if no binding is affected.
typealias PendingUpdates = @Sendable () -> [Update]
