/// How far a run has come, with what belongs to that point.
///
/// ```
///            ┌─────────────── made ───────────────┐
///            │                                    ▼
/// making ────┼── delayed ──── queued ──────── working ──── ended
///            │
///            └── postponed
/// ```
enum RunPhase: Sendable {
  /// Its effect is being made. A run with a delay asks for admission when the delay is over, any other one at once.
  case making(Admission, Task<Void, Never>?)
  /// Its delay has not passed.
  case delayed(Effect, StoreTimer)
  /// It waits for its admission.
  case queued(Effect)
  /// It does its work.
  case working(ActiveRun)
  /// Its effect was `.postpone`, and is to be made again when the state changes.
  case postponed
  /// The work has ended, or took too long: then `onTimeout` may still dispatch.
  case ended(TimeoutDispatch?)

  /// Work in progress.
  struct ActiveRun: Sendable {
    let stage: RunTask.Stage
    var task: Task<Void, Never>?
    var timeout: RunTimeout?
    /// Set for work that holds a thread of the cooperative pool until it ends.
    var poolHold: PoolHold?
  }

  /// How long work has held a thread of the cooperative pool, counted in checks of the pool.
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

  /// The task that it is in.
  var task: Task<Void, Never>? {
    switch self {
    case .making(_, let task): task
    case .working(let work): work.task
    case .delayed, .queued, .postponed, .ended: nil
    }
  }

  /// The timer that it would wake by.
  var timer: StoreTimer? {
    switch self {
    case .delayed(_, let timer): timer
    case .working(let work): work.timeout?.timer
    case .making, .queued, .postponed, .ended: nil
    }
  }

  /// The permission of `onTimeout` to dispatch.
  var timeoutDispatch: TimeoutDispatch? {
    switch self {
    case .working(let work): work.timeout?.dispatch
    case .ended(let timeoutDispatch): timeoutDispatch
    case .making, .delayed, .queued, .postponed: nil
    }
  }
}

extension RunPhase {
  /// What happens to a run.
  enum Event: Sendable {
    /// Its effect was made, and has no delay before it.
    case made(Effect)
    /// Its effect was made, and waits for its delay.
    case delayed(Effect, StoreTimer)
    /// Its effect was made, and is to be made again later.
    case postponed
    /// The delay has passed, and the run has asked for admission.
    case delayPassed(Admission)
    /// It may work, after it had to wait for that.
    case admitted
    /// The work has a timeout.
    case timeoutSet(RunTimeout)
    /// The work has ended by itself.
    case ended
    /// The work took longer than its timeout.
    case timedOut
  }

  /// Goes on to the phase that follows. False, and nothing changes, where the event cannot happen in this phase.
  mutating func advance(_ event: Event) -> Bool {
    switch (self, event) {
    case (.making(.admitted, let task), .made): self = .working(ActiveRun(stage: .making, task: task))
    case (.making(.queued, _), .made(let effect)): self = .queued(effect)
    case (.making(.none, _), .delayed(let effect, let timer)): self = .delayed(effect, timer)
    case (.making, .postponed): self = .postponed
    case (.delayed, .delayPassed(.admitted)), (.queued, .admitted): self = .working(ActiveRun(stage: .working))
    case (.delayed(let effect, _), .delayPassed(.queued)): self = .queued(effect)
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

  /// The work that has begun holds a thread of the cooperative pool.
  mutating func holdPool() {
    guard case .working(var work) = self else { return }
    work.poolHold = .notChecked
    self = .working(work)
  }

  /// Checks whether the work holds a thread of the pool, and whether it is to be reported because it did so at the check
  /// before too.
  mutating func checkPoolHold() -> (holds: Bool, isLate: Bool) {
    guard case .working(var work) = self, let poolHold = work.poolHold else { return (false, false) }
    work.poolHold = poolHold == .notChecked ? .checkedOnce : .reported
    self = .working(work)
    return (true, poolHold == .checkedOnce)
  }

  /// Keeps a task of the run, unless the run has gone through it already: the task may have begun long ago.
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

/// How far a run has come, as users are told it.
enum RunProgress: Sendable {
  case waitingForPlace
  /// The time is not known while the effect is being made, after which the delay begins.
  case waitingForAttempt(until: Duration?)
  case postponed
  case running
}
