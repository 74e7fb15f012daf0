/// The phase of a run, with the data that belongs to the phase.
///
/// ```
///            ┌─────────────── made ───────────────┐
///            │                                    ▼
/// making ────┼── delayed ──── queued ──────── working ──── ended
///            │
///            └── postponed
/// ```
enum RunPhase: Sendable {
  /// The effect is being created. A run with a delay requests admission after the delay; any other run requests
  /// admission immediately.
  case making(Admission, Task<Void, Never>?)
  /// The run waits until its delay has passed.
  case delayed(WaitingWork)
  /// The run waits for admission.
  case queued(WaitingWork)
  /// The run is working.
  case working(ActiveRun)
  /// The effect was postponed, and is created again when the state changes.
  case postponed
  /// The work has ended or timed out; after a timeout, `onTimeout` may still dispatch.
  case ended(TimeoutDispatch?)

  /// Work in progress.
  struct ActiveRun: Sendable {
    let stage: RunTask.Stage
    var task: Task<Void, Never>?
    var timeout: RunTimeout?
    /// How long the work has blocked a thread of the cooperative pool; nil for work that does not block a thread.
    var poolHold: PoolHold?
    /// Whether taps have yet to be notified that the work has started. The start must be announced before any
    /// cancellation.
    var isUnannounced = false
  }

  /// How long work has blocked a thread of the cooperative pool, counted in checks of the pool.
  enum PoolHold: Sendable {
    case notChecked, checkedOnce, reported
  }

  var isEnded: Bool { if case .ended = self { true } else { false } }
  var isWorking: Bool { if case .working = self { true } else { false } }
  var isPostponed: Bool { if case .postponed = self { true } else { false } }

  var admission: Admission {
    switch self {
    case .making(let admission, _): admission
    case .queued: .queued
    case .working: .admitted
    case .delayed, .postponed, .ended: .none
    }
  }

  /// The task of a run in this phase; nil for a phase without a task.
  var task: Task<Void, Never>? {
    switch self {
    case .making(_, let task): task
    case .working(let work): work.task
    case .delayed, .queued, .postponed, .ended: nil
    }
  }

  /// The timer of a run in this phase; nil for a phase without a timer.
  var timer: StoreTimer? {
    switch self {
    case .delayed(let work): work.timer
    case .working(let work): work.timeout?.timer
    case .making, .queued, .postponed, .ended: nil
    }
  }

  /// The permission for `onTimeout` to dispatch; nil for work without a timeout.
  var timeoutDispatch: TimeoutDispatch? {
    switch self {
    case .working(let work): work.timeout?.dispatch
    case .ended(let timeoutDispatch): timeoutDispatch
    case .making, .delayed, .queued, .postponed: nil
    }
  }
}

extension RunPhase {
  /// An event in the lifecycle of a run.
  enum Event: Sendable {
    /// The effect was created, and its work begins.
    case made
    /// The effect was created, and waits for admission.
    case madeToWait(WaitingWork)
    /// The effect was created, and its delay begins.
    case delayed(WaitingWork)
    /// The effect was postponed.
    case postponed
    /// The delay has passed, and the run has requested admission.
    case delayPassed(Admission)
    /// The run was admitted after waiting.
    case admitted
    /// A timeout was set for the work.
    case timeoutSet(RunTimeout)
    /// The work has ended on its own.
    case ended
    /// The work has timed out.
    case timedOut
  }

  /// Advances the run to the phase that follows `event`. Returns false and leaves the phase unchanged if `event` is
  /// impossible in this phase.
  mutating func advance(_ event: Event) -> Bool {
    switch (self, event) {
    case (.making(.admitted, let task), .made): self = .working(ActiveRun(stage: .making, task: task))
    case (.making(.queued, _), .madeToWait(let work)): self = .queued(work)
    case (.making(.none, _), .delayed(let work)): self = .delayed(work)
    case (.making, .postponed): self = .postponed
    case (.delayed, .delayPassed(.admitted)), (.queued, .admitted): self = .working(ActiveRun(stage: .working))
    case (.delayed(let work), .delayPassed(.queued)): self = .queued(work)
    case (.making(.queued, let task), .admitted): self = .making(.admitted, task)
    case (.working(var work), .timeoutSet(let timeout)) where work.timeout == nil:
      work.timeout = timeout
      self = .working(work)
    case (.working, .ended): self = .ended(nil)
    case (.working(let work), .timedOut) where work.timeout != nil: self = .ended(work.timeout?.dispatch)
    default: return false
    }
    return true
  }

  /// Whether taps have yet to be notified that the work has started.
  var isUnannounced: Bool { if case .working(let work) = self { work.isUnannounced } else { false } }

  /// Records whether taps have yet to be notified that the work has started.
  mutating func setUnannounced(_ isUnannounced: Bool) {
    guard case .working(var work) = self else { return }
    work.isUnannounced = isUnannounced
    self = .working(work)
  }

  /// Records that the started work blocks a thread of the cooperative pool.
  mutating func holdPool() {
    guard case .working(var work) = self else { return }
    work.poolHold = .notChecked
    self = .working(work)
  }

  /// Checks whether the work blocks a thread of the pool. Work that still blocks its thread at the second check is
  /// late, and must be reported.
  mutating func checkPoolHold() -> (holds: Bool, isLate: Bool) {
    guard case .working(var work) = self, let poolHold = work.poolHold else { return (false, false) }
    work.poolHold = poolHold == .notChecked ? .checkedOnce : .reported
    self = .working(work)
    return (true, poolHold == .checkedOnce)
  }

  /// Stores a task of the run, unless the run has already left the phase in which the task was started.
  mutating func keep(_ task: RunTask) {
    switch self {
    case .making(let admission, _) where task.stage == .making: self = .making(admission, task.task)
    case .working(var work) where work.stage == task.stage:
      work.task = task.task
      self = .working(work)
    default: break
    }
  }
}

/// A created effect whose work must wait.
///
/// This type is a class, so that a phase occupies only a few machine words: phases are copied and moved several times
/// during each run.
final class WaitingWork: Sendable {
  let effect: Effect
  /// The timer of the delay; nil if the work waits only for admission.
  let timer: StoreTimer?
  /// The time on the store's clock at which the delay ends.
  let wakeTime: Duration?

  init(_ effect: Effect, timer: StoreTimer? = nil, until wakeTime: Duration? = nil) {
    self.effect = effect
    self.timer = timer
    self.wakeTime = wakeTime
  }
}

/// The progress of a run; converted to the public `Effect.Progress`.
enum RunProgress: Sendable {
  case waitingForPlace
  /// `until` is nil while the effect is being created, because the delay has not begun yet.
  case waitingForAttempt(until: Duration?)
  case postponed
  case running
}
