/// Runs the turns of trees and the jobs of their tasks, in an order chosen by a schedule.
final class ManualWork: InterruptibleRunner, KeepingRunner {
  private struct State {
    var schedule: Schedule
    var trace: [String] = []
  }

  private let state: Guarded<State>
  /// The number of times work has arrived.
  private let arrivals = AwaitableValue(0)
  private let turns: ManualRunner
  /// Whether a turn is running. Only one turn may run at a time.
  private let isTurn = AtomicFlag()
  private let tasks = Guarded<(any TaskRunning)?>(nil)
  /// The number of times the test has run work.
  private let drives = Guarded(0)
  private let limit: StepLimit

  /// Installs this runner in a context, and also an executor if the system supports task executors.
  ///
  /// Misuse is reported to the context's reporter.
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

  /// Whether work may still run. After a step has been stopped, no work runs, and new turns are discarded.
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

  /// Whether the test may run work. Inside a turn, returns false and reports misuse, because queued work can run only
  /// after the turn.
  func mayBeDriven() -> Bool {
    guard isTurn.isRaised else { return true }
    // A turn is already running, so this nested call only reports the misuse.
    turns.runUntilIdle()
    return false
  }

  var arrivalCount: Int { arrivals.value }

  /// Counts the end of an awaited operation as an arrival of work.
  func arrive() { arrivals.withLock { $0 += 1 } }

  /// Returns true as soon as more than `seen` arrivals have occurred, or false if the wait ends first.
  ///
  /// The test fails if `limit` expires first.
  func untilArrival(after seen: Int, _ limit: WaitLimit, missing: () -> String) async -> Bool {
    await limit.first(of: arrivals) {
      $0 > seen ? true : nil
    } missing: { _ in
      missing()
    } == true
  }

  /// Returns as soon as work is ready to run, or when the calling task is cancelled.
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

  /// Runs the step that the schedule picks: all waiting turns, or the next job of one task.
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

/// An executor that runs tasks one job at a time, on the test's thread, when the test requests it.
///
/// A task that prefers this executor runs under the control of the test. Each job of the task, from one suspension to
/// the next, is queued on this executor, including the jobs of actors that the task calls. Work for the main actor, for
/// an actor with a custom executor, or for a socket runs elsewhere; the task then continues on this executor.
///
/// To use the executor in a context, set `context.taskExecutor = executor`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ManualExecutor: TaskExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var schedule: Schedule
  }

  private let waiting: Guarded<Waiting>

  private let onArrival: @Sendable () -> Void

  /// Creates an executor that runs jobs in the order chosen by `schedule`; the default is the order of arrival.
  public convenience init(schedule: Schedule = .inOrder) { self.init(schedule: schedule, onArrival: {}) }

  init(schedule: Schedule, onArrival: @escaping @Sendable () -> Void) {
    waiting = Guarded(Waiting(schedule: schedule))
    self.onArrival = onArrival
  }

  /// Queues a job until the test runs it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    waiting.withLock { $0.jobs.append(unowned) }
    onArrival()
  }

  /// The number of jobs that are ready to run.
  public var waitingCount: Int { waiting.withLock { $0.jobs.count } }

  /// Runs one job. Returns false if no job is ready.
  @discardableResult
  public func runNext() -> Bool {
    let job = waiting.withLock { waiting in
      waiting.schedule.pick(from: waiting.jobs.count).map { waiting.jobs.remove(at: $0) }
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Runs waiting jobs, and the jobs that become ready as a result, until no job is left.
  public func runUntilIdle() {
    while runNext() {}
  }
}

/// The interface of `ManualExecutor`, for code that also supports systems without task executors.
protocol TaskRunning: Sendable {
  var waitingCount: Int { get }
  @discardableResult func runNext() -> Bool
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManualExecutor: TaskRunning {}
