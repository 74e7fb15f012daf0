/// Everything a test takes in hand: the time, the order of all work, identities, misuse, and what happens in stores.
///
/// Stores made while it is in force run when the test says so, on the test's thread. Nothing waits: an hour passes
/// in `advance(by: .seconds(3600))`.
public final class TestContext: Sendable {
  /// The time of the stores and of their effects.
  public let clock: TestClock
  /// Programmers' mistakes reported by the stores.
  public let misuse = Recorder<Misuse>()
  /// What to put in force for stores that the test makes.
  public let storeContext: StoreContext
  let history = History()
  private let work: ManualWork

  /// `schedule` says which of several pieces of work that could run next does; `identitySeed` decides all
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

  /// Runs `operation` with all this in force, to make stores in it.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try StoreContext.$current.withValue(storeContext, operation: operation)
  }

  /// Runs turns and tasks, and what they bring, until none is left that could run.
  public func runUntilIdle() { work.runUntilIdle() }

  /// Lets time pass: each sleeper wakes at its own instant, and what it does is run before time goes on.
  public func advance(by duration: Duration) {
    if work.mayBeDriven() { clock.advance(by: duration) }
  }

  /// Returns as soon as something waits to be run, for work that went elsewhere and comes back.
  public func untilWorkArrives() async { await work.untilArrival() }

  /// Names of the work that began and has neither ended nor been cancelled.
  public var runningWork: [String] { history.runningWork }

  /// What ran until now, in order, as text: the same again for the same schedule.
  public var trace: [String] { work.trace }
}
