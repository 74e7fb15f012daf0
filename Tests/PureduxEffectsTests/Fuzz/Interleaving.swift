import PureduxTesting
import TestSupport
import Testing
import ThreadProbes

@testable import PureduxEffects

/// One random run of a store with effects, in which the seed alone decides what happens next: an action, a turn,
/// a piece of a task, the passing of time, or the end of the store.
final class Interleaving {
  struct Jobs: Sendable {
    var single = Effect.State.idle()
    var collection: [Effect.State] = []
  }

  enum Action: Sendable {
    case change(Int, Change)
    case result(EffectRunName, ends: Bool)
    case tookTooLong(EffectRunName)
    case remove(Int)
  }

  enum Change: CaseIterable, Sendable {
    case run, restart, cancel, retry, succeed, fail, reset
    /// Requested often, so that much work is in progress.
    static let likely: [Change] = allCases + [.run, .run, .restart]
  }

  /// Identifies one run of one piece of work.
  struct EffectRunName: Hashable, Sendable, CustomStringConvertible {
    let id: Identity
    let generation: UInt32
    var description: String { "\(id) #\(generation)" }

    init(_ state: Effect.State) {
      id = state.id
      generation = state.generation
    }
  }

  private struct Refused: Error {}

  /// The number of elements of the collection that may work at the same time.
  private static let limit = 2

  private let lab: Lab
  private let watch: Watch
  /// The pool in which tasks run; nil if the test runs them.
  private let pool: HeldPool?
  private let hasSystemTimers: Bool
  /// Retained by all work of the store.
  private let probe = ReleaseProbe("work of the interleaving")
  private var random: SeededGenerator
  private var store: StateStore<Jobs, Action>?

  init(seed: UInt64, clockFault: FaultyClock.Fault? = nil, pool: HeldPool? = nil) {
    self.pool = pool
    random = SeededGenerator(seed: seed)
    lab = Lab(schedule: .seeded(seed), settlesOnAdvance: false, clockFault: clockFault, usesPool: pool != nil)
    // The timers of a clock that throws are those of the system, which fire on other threads.
    hasSystemTimers = clockFault == .throwsAlways || clockFault == .throwsSometimes
    watch = Watch(lab.log, isOnThreads: pool != nil || hasSystemTimers)
    store = makeStore(work: seed)
  }

  /// Runs to the end and returns what happened, in order.
  func run() -> (trace: [String], faults: [String]) {
    takeSteps()
    lab.settle()
    if hasSystemTimers {
      // A timer may be about to cancel its work.
      watch.waitUntilAllIsTold()
      lab.settle()
    }
    return conclude()
  }

  /// Runs to the end in the cooperative pool, which is full at random times, and returns when no work is left.
  func runInPool(_ pool: HeldPool) async -> (trace: [String], faults: [String]) {
    let end = Int.random(in: 12..<30, using: &random)
    for step in 0..<30 {
      if step == end { release() }
      takeStep()
      lab.waitForTimers()
      if pool.isFull { continue }
      for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task {}.value }
    }
    release()
    pool.open()
    lab.settle()
    await probe.released()
    return conclude()
  }

  private func takeSteps() {
    let (end, steps) = (Int.random(in: 12..<30, using: &random), 30)
    for step in 0..<steps {
      if step == end { release() }
      takeStep()
    }
    release()
  }

  private func conclude() -> (trace: [String], faults: [String]) {
    watch.checkNothingRuns()
    if lab.clock.sleeperCount > 0 { watch.fault("\(lab.clock.sleeperCount) tasks still sleep") }
    if lab.executor.waitingCount > 0 { watch.fault("\(lab.executor.waitingCount) tasks still wait") }
    return (lab.log.values, watch.faults)
  }

  private func release() {
    guard store != nil else { return }
    watch.log("release")
    store = nil
    watch.storeIsGone()
  }

  private func takeStep() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: store?.dispatch(randomAction())
    case 4, 5: lab.runner.runUntilIdle()
    case 6, 7:
      guard let pool else { return _ = lab.executor.runNext() }
      if Bool.random(using: &random) { pool.fill() } else { pool.open() }
    case 8: lab.settle()
    default: lab.advance(.milliseconds(Int.random(in: 1..<1500, using: &random)))
    }
  }

  private func randomAction() -> Action {
    let index = Int.random(in: 0..<5, using: &random)
    if index == 4 { return .remove(Int.random(in: 0..<3, using: &random)) }
    return .change(index, Change.likely.randomElement(using: &random) ?? .run)
  }

  private func makeStore(work seed: UInt64) -> StateStore<Jobs, Action> {
    lab.context {
      let jobs = Jobs(collection: [.idle(), .idle(), .idle()])
      return lab.store(jobs) { [watch] state, action in Self.reduce(&state, action, watch) }
        .effect(\.single) { [watch, pool, token = probe.token()] state, dispatch in
          Self.work(state.single, seed, watch, pool, token, dispatch)
        }
        .effect(collection: \.collection, limit: Self.limit) { [watch, pool, token = probe.token()] _, job, dispatch in
          Self.work(job, seed, watch, pool, token, limit: Self.limit, dispatch)
        }
    }
  }

  private static func reduce(_ state: inout Jobs, _ action: Action, _ watch: Watch) {
    switch action {
    case .change(let index, let change):
      watch.log("\(change) \(index)")
      if index == 0 {
        apply(change, to: &state.single)
      } else if index <= state.collection.count {
        apply(change, to: &state.collection[index - 1])
      }
    case .result(let name, let ends):
      watch.log("result of \(name)")
      watch.checkIsInTime(name)
      land(name, ends: ends, in: &state, watch)
    case .tookTooLong(let name):
      watch.log("last word of \(name)")
      land(name, ends: true, in: &state, watch)
    case .remove(let index):
      watch.log("replace \(index)")
      if index < state.collection.count { state.collection.remove(at: index) }
      state.collection.append(.running(maxAttempts: 2))
    }
  }

  private static func land(_ name: EffectRunName, ends: Bool, in state: inout Jobs, _ watch: Watch) {
    let index = state.collection.firstIndex { $0.id == name.id }
    watch.checkMayLand(name, index.map { state.collection[$0] } ?? state.single)
    guard ends else { return }
    let change = name.generation.isMultiple(of: 3) ? Change.succeed : .retry
    if let index { apply(change, to: &state.collection[index]) } else { apply(change, to: &state.single) }
  }

  private static func apply(_ change: Change, to state: inout Effect.State) {
    switch change {
    case .run: state.run(maxAttempts: 3)
    case .restart: state.restart(maxAttempts: 2, delay: 0.2)
    case .cancel: state.cancel()
    case .retry: state.retryOrFailWith(Refused())
    case .succeed: state.succeed()
    case .fail: state.fail(Refused())
    case .reset: state.reset()
    }
  }

  /// Work of a few steps; one in three kinds ignores its cancellation.
  private static func work(
    _ job: Effect.State, _ seed: UInt64, _ watch: Watch, _ pool: HeldPool?, _ token: any AnyObject & Sendable,
    limit: Int? = nil, _ dispatch: @escaping Dispatch<Action>
  ) -> Effect {
    let name = EffectRunName(job)
    var random = SeededGenerator(seed: job.id.spread(with: seed &+ UInt64(name.generation)))
    let pauses = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Int.random(in: 1..<900, using: &random) }
    let isStubborn = Int.random(in: 0..<3, using: &random) == 0
    let timeout: Duration? = Bool.random(using: &random) ? .milliseconds(700) : nil
    return Effect(timeout: timeout) {
      await watch.follow(name, limit: limit) {
        defer { withExtendedLifetime(token) {} }
        for pause in pauses {
          pool?.holdWhileFull()
          do { try await StoreContext.current.clock.sleep(.milliseconds(pause)) } catch {
            if !isStubborn { return }
          }
          dispatch(.result(name, ends: false))
        }
        dispatch(.result(name, ends: true))
      }
    } onTimeout: {
      watch.tookTooLong(name); dispatch(.tookTooLong(name))
    }
  }
}
