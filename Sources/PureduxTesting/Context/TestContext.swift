/// Lets a test control time, the order of work, and identities, and observe misuse and running work.
///
/// Stores created in `run` do their work on the test's thread, and only when the test requests it. Advancing time takes
/// no real time: `advance(by: .seconds(3600))` advances the clock by an hour immediately.
///
/// ```swift
/// let context = TestContext()
/// let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
/// store.dispatch(2)
/// context.runUntilIdle()
/// ```
public final class TestContext: Sendable {
  /// The clock of the stores and their effects.
  public let clock: TestClock
  /// The misuse reported by the stores.
  public let misuse = Recorder<Misuse>()
  /// The context for stores that the test creates.
  public let storeContext: StoreContext
  let history = EventHistory()
  let drawn = DrawnTurns()
  let limit: StepLimit
  let evidence = FailureEvidence()
  private let work: ManualWork
  let waits: OutsideWaits

  /// Creates a context.
  ///
  /// ```swift
  /// let context = TestContext(schedule: .seeded(7), stepLimit: 100_000)
  /// ```
  ///
  /// - Parameters:
  ///   - schedule: Chooses which piece of ready work runs next.
  ///   - identitySeed: Determines all identities that the stores create.
  ///   - stepLimit: The maximum number of actions in one step, which is also the maximum number of wake-ups. A step
  ///     that exceeds the limit, for example because an effect and a reducer trigger each other endlessly, is stopped
  ///     and fails the test at the line of the step. After a step has been stopped, no more work runs in this context.
  public init(schedule: Schedule = .inOrder, identitySeed: UInt64 = 0, stepLimit: Int = 10_000) {
    var context = StoreContext.current
    context.misuseReporter = misuse.reporter
    context.failureReporter = evidence.following(context.failureReporter)
    let limit = StepLimit(stepLimit)
    let work = ManualWork(schedule: schedule, limit: limit, &context)
    // Capture `work` weakly to avoid a retain cycle: `work` retains queued turns, whose trees retain the context and
    // its clock.
    clock = TestClock(limit: limit, settle: { [weak work] in work?.runUntilIdle() })
    context.clock = StoreClock(clock)
    context.identities = IdentitySource(seed: identitySeed)
    context.tap = { [history, drawn] event in
      switch event.kind {
      case .turnBegan:
        limit.countAction()
        drawn.begin()
      case .reduced: drawn.end(isReduced: true)
      case .dropped: drawn.end(isReduced: false)
      default: break
      }
      history.receive(event)
    }
    waits = OutsideWaits(work, clock, failures: context.failureReporter)
    context.testObserver = ContextObserver(waits: waits, history: history)
    // The steps of a story compare the states before and after a turn, in a release build too.
    context.keepsStateBeforeTurn = true
    storeContext = context
    self.limit = limit
    self.work = work
  }

  /// Runs `operation` in this context. The test controls the stores that `operation` creates.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try StoreContext.$current.withValue(storeContext, operation: operation)
  }

  /// Runs turns and tasks, and the work that they start, until no work is left.
  ///
  /// Fails the test at the caller's line if the work exceeds the context's step limit.
  public func runUntilIdle(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    settle(at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Advances time. Each sleeping task wakes at its own deadline, and its work runs before time advances further.
  ///
  /// Fails the test at the caller's line if the work exceeds the context's step limit.
  ///
  /// A negative `duration` is treated as zero.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    advance(by: duration, at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs all ready work as one step. Returns false if this step or an earlier step was stopped. A stopped step is
  /// reported once.
  @discardableResult
  func settle(at position: SourcePosition) -> Bool { run(at: position, work.runUntilIdle) }

  @discardableResult
  func advance(by duration: Duration, at position: SourcePosition) -> Bool {
    run(at: position) { if work.mayBeDriven() { clock.advance(by: duration) } }
  }

  private func run(at position: SourcePosition, _ step: () -> Void) -> Bool {
    guard !limit.isExceeded else { return false }
    limit.beginStep()
    history.beginStep()
    step()
    guard limit.isExceeded else { return true }
    storeContext.failureReporter.report(endlessStep, at: position)
    return false
  }

  /// The failure message for a stopped step.
  private var endlessStep: String {
    let actions = history.unreceived.suffix(5).map { "\n  \(Rendering.text($0.action))" }.joined()
    let work = history.lastWork.map { "\n  \($0)" }.joined()
    // Omit the latest possible deadline: only a task stopped by the step limit sleeps until then.
    let end = TestClock.Instant(offset: .seconds(Int64.max))
    let next = clock.nextDeadline.map { $0 < end ? ", and the next task wakes at \($0.offset)" : "" } ?? ""
    return "The step took more than \(limit.most) actions or wake-ups, and was stopped."
      + (actions.isEmpty ? "" : "\nLast actions:\(actions)")
      + (work.isEmpty ? "" : "\nLast work:\(work)")
      + "\nClock: \(clock.now.offset) have passed\(next)"
      + "\nTo fix: break the cycle, or allow more with `TestContext(stepLimit:)`. Nothing runs in this context any more."
  }

  /// Runs asynchronous code in this context to completion, including the turns and tasks that the code awaits.
  ///
  /// Do not await work of this context directly: nothing would run the work in the meantime. In most cases, use
  /// ``TestStore`` instead of this method.
  ///
  /// ```swift
  /// let isSaved = await context.runToEnd { await persistence.flush() }
  /// ```
  ///
  /// Time does not advance during the call. The code runs like an effect of the context's stores. When no work is left
  /// to run, the code may wait for work from outside the context. If no such work arrives within `limit`, measured in
  /// real time, the test fails at the caller's line.
  ///
  /// - Returns: The result of `operation`, or nil if `operation` did not end or the calling task was cancelled.
  @discardableResult
  public func runToEnd<Result: Sendable>(
    within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ operation: @escaping @Sendable () async -> Result
  ) async -> Result? {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let result = Guarded<Result?>(nil)
    let task = storeContext.startTask { [work] in
      let value = await operation()
      result.withLock { $0 = value }
      work.arrive()
    }
    while true {
      let seen = work.arrivalCount
      guard settle(at: position) else { return nil }
      if let value = result.withLock({ $0 }) { return value }
      let hasCome = await StoreContext.$current.withValue(storeContext) {
        await work.untilArrival(after: seen, WaitLimit(duration: limit, position: position)) {
          let next = clock.nextDeadline.map {
            "; work sleeps until \($0.offset), and the clock is at \(clock.now.offset)"
          }
          return "the operation to end, but no work was left to run\(next ?? "")."
        }
      }
      guard hasCome, !Task.isCancelled else {
        task.cancel()
        return nil
      }
    }
  }

  /// Returns as soon as work is ready to run. Use this method for work that runs outside the context and then continues
  /// inside it.
  ///
  /// Returns early if the calling task is cancelled. Fails the test at the caller's line if no work arrives within
  /// `limit`, measured in real time.
  public func waitForWork(
    within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await work.untilArrival(
      WaitLimit(
        duration: limit, position: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// The names of the work that has started and has neither ended nor been cancelled.
  public var runningWork: [String] { history.runningWork }

  /// A textual description of the work that has run so far, in order. The same schedule produces the same trace.
  public var trace: [String] { work.trace }
}

/// Notifies the parts of a test's context of what its stores do.
struct ContextObserver: TestObserver {
  let waits: OutsideWaits
  let history: EventHistory

  func waitBegan(_ call: String, _ location: SourceLocation) -> @Sendable () -> Void { waits.begin(call, location) }

  func embedded(_ action: any Sendable, below: any AnyObject & Sendable, above: any AnyObject & Sendable) {
    history.embedded(action, below: below, above: above)
  }

  func changed(_ states: [(before: any ReplayedCell, after: any ReplayedCell)]) {
    history.changed(states.map { TurnRecord.ChangedState(before: $0.before.anyValue, after: $0.after.anyValue) })
  }
}
