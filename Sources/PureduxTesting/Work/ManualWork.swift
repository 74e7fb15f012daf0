/// The turns of trees and the pieces of their tasks, run one at a time in the order of one schedule.
final class ManualWork: InterruptibleRunner, KeepingRunner {
  private struct State {
    var schedule: Schedule
    var trace: [String] = []
  }

  private let state: Guarded<State>
  /// The number of times that work has arrived.
  private let arrivals = AwaitableValue(0)
  private let turns: ManualRunner
  /// Raised during a turn, because a turn must not run others.
  private let isTurn = AtomicFlag()
  private let tasks = Guarded<(any TaskRunning)?>(nil)
  /// The number of times that the test ran work.
  private let drives = Guarded(0)
  private let limit: StepLimit

  /// Installs itself in a context, to the extent supported by the system, and reports misuse to the context's reporter.
  init(schedule: Schedule, limit: StepLimit, _ context: inout StoreContext) {
    self.limit = limit
    state = Guarded(State(schedule: schedule))
    turns = StoreContext.$current.withValue(context) { ManualRunner() }
    context.runner = self
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let executor = ManualExecutor(schedule: schedule, onArrival: { [arrivals] in arrivals.withLock { $0 += 1 } })
    context.taskExecutor = executor
    tasks.withLock { $0 = executor }
  }

  var trace: [String] { state.withLock { $0.trace } }

  /// False after the step was stopped: no work runs any more, and queued work is released.
  var mayContinue: Bool { !limit.isExceeded }

  func run(_ work: @escaping @Sendable () -> Void) {
    guard mayContinue else { return }
    turns.run(work)
    arrivals.withLock { $0 += 1 }
  }

  var driveCount: Int { drives.withLock { $0 } }

  /// Whether a turn or a task is ready to run.
  var isWaiting: Bool { mayContinue && (!turns.isIdle || waitingTasks > 0) }

  func runUntilIdle() {
    guard mayBeDriven() else { return }
    drives.withLock { $0 += 1 }
    while mayContinue, runNext() {}
  }

  /// Returns false, with a report, inside a turn: queued work can only run after the turn.
  func mayBeDriven() -> Bool {
    guard isTurn.isRaised else { return true }
    // Work is already running, so this call only reports.
    turns.runUntilIdle()
    return false
  }

  var arrivalCount: Int { arrivals.value }

  /// Records an awaited arrival that is not work.
  func arrive() { arrivals.withLock { $0 += 1 } }

  /// Returns as soon as more than `seen` arrivals have occurred. Returns false if none did, which fails the test.
  func untilArrival(after seen: Int, _ limit: WaitLimit, missing: () -> String) async -> Bool {
    await limit.first(of: arrivals) {
      $0 > seen ? true : nil
    } missing: { _ in
      missing()
    } == true
  }

  /// Returns as soon as work is ready, or when the task is cancelled.
  func untilArrival(_ limit: WaitLimit) async {
    let seen = arrivals.value
    if !turns.isIdle || waitingTasks > 0 { return }
    _ = await limit.first(of: arrivals) {
      $0 > seen ? true : nil
    } missing: { _ in
      "work that is ready to run, but none arrived."
    }
  }

  private var waitingTasks: Int { tasks.withLock { $0 }?.waitingCount ?? 0 }

  /// All waiting turns are treated as one possible step, and the next piece of each task as another.
  private func runNext() -> Bool {
    let (hasTurns, taskCount) = (!turns.isIdle, waitingTasks)
    let choice = state.withLock { state -> Int? in
      let choice = state.schedule.pick(from: (hasTurns ? 1 : 0) + taskCount)
      if let choice { state.trace.append(hasTurns && choice == 0 ? "turns" : "a task of \(taskCount)") }
      return choice
    }
    guard let choice else { return false }
    if hasTurns, choice == 0 {
      isTurn.raise()
      turns.runUntilIdle()
      isTurn.lower()
    } else {
      limit.countTask()
      tasks.withLock { $0 }?.runNext()
    }
    return true
  }
}

/// Runs tasks on a test's request, on the thread of the test, one piece at a time.
///
/// A task that prefers this executor runs entirely under its control: each piece between two suspensions is queued
/// here, including the pieces of actors that it calls. Work for the main actor, for an actor with its own executor, or
/// for a socket runs elsewhere, and then returns here.
///
/// Use the executor in a context with `context.taskExecutor = executor`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ManualExecutor: TaskExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var schedule: Schedule
  }

  private let waiting: Guarded<Waiting>

  private let onArrival: @Sendable () -> Void

  /// Runs the waiting work in the order of `schedule`; by default in order of arrival.
  public convenience init(schedule: Schedule = .inOrder) { self.init(schedule: schedule, onArrival: {}) }

  init(schedule: Schedule, onArrival: @escaping @Sendable () -> Void) {
    waiting = Guarded(Waiting(schedule: schedule))
    self.onArrival = onArrival
  }

  /// Queues a piece of work until the test runs it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    waiting.withLock { $0.jobs.append(unowned) }
    onArrival()
  }

  /// The number of pieces of work that are ready to run.
  public var waitingCount: Int { waiting.withLock { $0.jobs.count } }

  /// Runs one piece of work. Returns false if there is none.
  @discardableResult
  public func runNext() -> Bool {
    let job = waiting.withLock { waiting in
      waiting.schedule.pick(from: waiting.jobs.count).map { waiting.jobs.remove(at: $0) }
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Runs the waiting work, and the work that becomes ready as a result, until none is left in this executor.
  public func runUntilIdle() {
    while runNext() {}
  }
}

/// The required part of an executor, for systems that may have none.
protocol TaskRunning: Sendable {
  var waitingCount: Int { get }
  @discardableResult func runNext() -> Bool
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManualExecutor: TaskRunning {}
