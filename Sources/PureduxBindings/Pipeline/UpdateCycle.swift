internal import Dispatch

/// Updates what shows one store tree from one presentation queue, in rounds.
///
/// All updates of a round are made from one revision of the tree, and are delivered in one turn of the main
/// actor. The states are read when the round is made, so an update that waits holds none.
final class UpdateCycle: Sendable {
  private struct Content: Sendable {
    var schedule = UpdateSchedule()
    /// The bindings that have not ended. Their stores keep them.
    var bindings: [UInt64: Reference] = [:]
  }

  private struct Reference: Sendable {
    weak var binding: (any UpdatedBinding)?
  }

  let tree: StoreTree
  /// Nil for the main actor.
  let queue: DispatchQueue?
  private let clock: StoreClock
  private let content = Guarded(Content())
  private let turns = TurnKeeper()

  init(tree: StoreTree, queue: DispatchQueue?) {
    self.tree = tree
    self.queue = queue
    clock = tree.context.clock
  }

  deinit { forget() }

  /// Lets in a binding, which waits for `interval` to pass without a change before it is updated.
  func add(_ binding: any UpdatedBinding, interval: Duration) {
    content.withLock { content in
      content.bindings[binding.number] = Reference(binding: binding)
      if interval == .zero { content.schedule.join(binding.number) }
    }
  }

  /// Has a binding updated when `interval` has passed without another call, or after a few intervals.
  func update(_ binding: UInt64, after interval: Duration) {
    let now = clock.now()
    act(on: content.withLock { $0.schedule.change(binding, interval: interval, at: now) })
  }

  func remove(_ binding: UInt64) {
    content.withLock { content in
      content.bindings[binding] = nil
      content.schedule.remove(binding)
    }
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
      try? await clock.sleep(end - clock.now())
      guard let self else { return }
      act(on: content.withLock { $0.schedule.rang(end, at: clock.now()) })
    }
  }

  private func makeRound() {
    guard let queue else {
      Task { @MainActor in deliver(makeUpdates()) }
      return
    }
    queue.async { [self] in
      let updates = makeUpdates()
      if updates.isEmpty { return endRound() }
      Task { @MainActor in deliver(updates) }
    }
  }

  private func makeUpdates() -> [Update] {
    let now = clock.now()
    let bindings = content.withLock { content in
      content.schedule.takeDue(at: now).compactMap { content.bindings[$0]?.binding }
    }
    let makers = tree.read { held in
      let revision = tree.revision(held)
      return bindings.map { $0.read(revision, held) }
    }
    return turns.lend { turn in makers.compactMap { $0(turn) } }
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
  /// Takes the state, under the tree's lock; what is returned makes the update, or none when nothing changed.
  func read(_ revision: UInt64, _ held: borrowing Held) -> @Sendable (borrowing Turn) -> Update?
}
