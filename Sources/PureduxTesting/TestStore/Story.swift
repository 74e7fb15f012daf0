/// The state shared by all test stores of a story. A full story must be finished before its last test store is
/// released.
final class Story {
  let context: TestContext
  let failures: FailureReporter
  private let demanded: Guarded<Exhaustivity>
  /// Whether a step is running.
  private let isRunning = AtomicFlag()
  /// Whether the story has finished; a later step resets this flag.
  private let isFinished = AtomicFlag()
  private let beginning: SourcePosition
  /// The last actions that partial steps skipped, and the positions of these steps.
  private let skipped = Guarded<[(record: TurnRecord, step: SourcePosition)]>([])

  /// Returns an action as the store received it with which the story began.
  private let actionOfStore: @Sendable (TurnRecord) -> any Sendable

  init(
    _ context: TestContext, _ exhaustivity: Exhaustivity, beginning: SourcePosition,
    actionOfStore: @escaping @Sendable (TurnRecord) -> any Sendable
  ) {
    self.context = context
    self.actionOfStore = actionOfStore
    demanded = Guarded(exhaustivity)
    self.beginning = beginning
    failures = context.storeContext.failureReporter
  }

  deinit {
    reportIfOpen()
    endEvidence(at: beginning)
  }

  private func endEvidence(at position: SourcePosition) {
    if context.evidence.end(of: self) { context.settle(at: position) }
  }

  private func reportIfOpen() {
    guard exhaustivity == .full, !context.limit.isExceeded, !whatIsLeft.isEmpty else { return }
    failures.report("The story that begins here was never finished: call `finish()`.\(whatIsLeft)", at: beginning)
  }

  var exhaustivity: Exhaustivity {
    get { demanded.withLock { $0 } }
    set { demanded.withLock { $0 = newValue } }
  }

  func noteSkipped(_ records: [TurnRecord], at position: SourcePosition) {
    skipped.withLock { skipped in
      skipped += records.suffix(1000).map { ($0, position) }
      if skipped.count >= 2000 { skipped.removeFirst(skipped.count - 1000) }
    }
  }

  /// Returns the position of the last partial step that skipped a matching action.
  func stepThatSkipped(_ isWanted: (TurnRecord) -> Bool) -> SourcePosition? {
    skipped.withLock { $0 }.last { isWanted($0.record) }?.step
  }

  /// Runs a step, unless another step is in progress or an endless step was stopped.
  func run(_ name: String, at position: SourcePosition, _ step: () throws -> Void) rethrows {
    try runAlone(name, at: position) {
      isFinished.lower()
      try step()
    }
  }

  /// Runs the final step, which reports work that is still running or waiting. Unfinished work is reported only once.
  func finish(at position: SourcePosition, _ step: () -> Void) {
    runAlone("finish", at: position) {
      step()
      endEvidence(at: position)
      context.history.forgetRunningWork()
      isFinished.raise()
    }
  }

  private func runAlone(_ name: String, at position: SourcePosition, _ step: () throws -> Void) rethrows {
    guard isRunning.raise() else {
      return failures.report(
        "`\(name)` was called while another step of the story runs, so it did nothing.\nTo fix: call the steps of a"
          + " `TestStore` one after another, on one thread, and outside reducers, observers and effects.",
        at: position)
    }
    defer { isRunning.lower() }
    if !context.limit.isExceeded { try step() }
  }

  /// Describes the story's unreceived actions and unfinished work, for a failure message.
  var whatIsLeft: String {
    let running = context.history.workLeft.map { "\n  \($0)" }.joined()
    return list("Not received", context.history.unreceived[...])
      + (running.isEmpty ? waiting : "\nStill running:\(running)\(adviceForRunningWork)")
  }

  /// Describes the misuse reported so far, which may be the reason why an action was not received.
  var misuseSoFar: String { context.misuse.values.map { "\nA mistake was reported before: \($0)" }.joined() }

  /// Says what running work waits for, and what to do.
  private var adviceForRunningWork: String {
    guard let next = context.clock.sleepersLeft.next else {
      return "\nNone of it waits for the test's clock. Does it sleep on `StoreContext.current.clock`?\nTo fix: use that"
        + " clock, cancel the work, await `context.waitForWork()` if it waits for another thread, or mark work that"
        + " never ends with `asDaemon()`."
    }
    let time = context.clock.now.duration(to: next)
    return "\nThe next sleep on the test's clock ends in \(time).\nTo fix: advance the clock, or cancel the work."
  }

  /// Describes work that sleeps until the clock advances, for example before a retry.
  private var waiting: String {
    let (count, next) = context.clock.sleepersLeft
    guard !isFinished.isRaised, let next else { return "" }
    let time = context.clock.now.duration(to: next)
    return "\nStill waiting for the clock: \(count), the next for \(time)"
      + "\nTo fix: advance the clock. A save waits here too, as does each other sleep on the test's clock."
  }

  func list(_ title: String, _ records: ArraySlice<TurnRecord>) -> String {
    records.isEmpty ? "" : "\n\(title):" + records.map { "\n  \(Rendering.text(actionOfStore($0)))" }.joined()
  }
}
