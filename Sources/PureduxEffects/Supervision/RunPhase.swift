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
