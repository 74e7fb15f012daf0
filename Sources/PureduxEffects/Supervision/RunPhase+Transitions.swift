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
