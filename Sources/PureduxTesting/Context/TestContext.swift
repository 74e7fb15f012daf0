/// Everything that a test controls: time, the order of all work, identities, misuse, and the events of stores.
///
/// Stores that are made in `run` run only when the test says so, on the thread of the test. Nothing waits: an hour passes
/// in `advance(by: .seconds(3600))`.
///
/// ```swift
/// let context = TestContext()
/// let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
/// store.dispatch(2)
/// context.runUntilIdle()
/// ```
public final class TestContext: Sendable {
  /// The time of the stores and of their effects.
  public let clock: TestClock
  /// Programmers' mistakes reported by the stores.
  public let misuse = Recorder<Misuse>()
  /// The context for stores that the test makes.
  public let storeContext: StoreContext
  let history = History()
  private let work: ManualWork

  /// `schedule` chooses which of several possible pieces of work runs next; `identitySeed` determines all
  /// identities that the stores make.
  public init(schedule: Schedule = .inOrder, identitySeed: UInt64 = 0) {
    var context = StoreContext.current
    context.misuseReporter = misuse.reporter
    let work = ManualWork(schedule: schedule, &context)
    clock = TestClock(settle: work.runUntilIdle)
    context.clock = StoreClock(clock)
    context.identities = IdentitySource(seed: identitySeed)
    context.tap = history.receive
    storeContext = context
    self.work = work
  }

  /// Runs `operation` in this context. Stores that it makes belong to the test.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try StoreContext.$current.withValue(storeContext, operation: operation)
  }

  /// Runs turns and tasks, and the work that they start, until nothing is left to run.
  public func runUntilIdle() { work.runUntilIdle() }

  /// Lets time pass. Each sleeper wakes at its own instant, and its work runs before time goes on.
  public func advance(by duration: Duration) {
    if work.mayBeDriven() { clock.advance(by: duration) }
  }

  /// Returns as soon as work is ready to run, for work that left for another place and comes back.
  public func untilWorkArrives() async { await work.untilArrival() }

  /// The names of the work that has begun and has neither ended nor been cancelled.
  public var runningWork: [String] { history.runningWork }

  /// The work that has run so far, in order, as text. The same schedule gives the same text again.
  public var trace: [String] { work.trace }
}
