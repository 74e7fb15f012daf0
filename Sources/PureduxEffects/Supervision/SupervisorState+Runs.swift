// Messages of the runs. Each may come from a run that was stopped meanwhile, and changes nothing then.
extension SupervisorState {
  /// A task has been started for a run. False when the run was stopped or has timed out, and the task is to be cancelled.
  mutating func started(_ task: RunTask) -> Bool {
    guard let slot = runs.slot(of: task.run) else { return false }
    runs[slot].phase.keep(task)
    return !task.run.isClosed.isRaised
  }

  /// The effect is made. True when its work is to begin at once, in the same task; work that has to wait is begun by a
  /// command.
  mutating func made(_ run: EffectRun, _ effect: Effect) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    advance(slot, .made(effect))
    guard runs[slot].phase.isWorking else { return false }
    workBegins(slot, effect)
    return true
  }

  /// The effect is made, and waits for its delay. True when the timer is to be started.
  mutating func delayed(
    _ run: EffectRun, _ effect: Effect, _ timer: StoreTimer, until wakeTime: Duration? = nil
  ) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    runs[slot].wakeTime = wakeTime
    advance(slot, .delayed(effect, timer))
    return true
  }

  mutating func delayPassed(_ run: EffectRun) -> [Command] {
    guard let slot = runs.slot(of: run), case .delayed(let effect, _) = runs[slot].phase else { return [] }
    advance(slot, .delayPassed(admissions.enter(run, runs[slot].priority)))
    guard runs[slot].phase.isWorking else { return [] }
    workBegins(slot, effect)
    return [.begin(run, effect)]
  }

  /// The effect is to be made again later. The flag is true when the state has changed since `revision` already.
  mutating func postponed(_ run: EffectRun, asOf revision: Int) -> (isOutdated: Bool, commands: [Command]) {
    guard let slot = runs.slot(of: run) else { return (false, []) }
    admissions.leave(run, runs[slot].phase.admission)
    advance(slot, .postponed)
    postponed.append(run)
    var commands: [Command] = []
    admit(&commands)
    return (revision != self.revision, commands)
  }

  /// The work has a timeout. True when its timer is to be started.
  mutating func timeoutSet(_ timeout: RunTimeout, of run: EffectRun) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    advance(slot, .timeoutSet(timeout))
    return true
  }

  /// The result of the end of work.
  struct RunCompletion {
    /// To be cancelled where the work timed out.
    let task: Task<Void, Never>?
    /// To be cancelled where the work ended by itself.
    let timer: StoreTimer?
    let commands: [Command]
  }

  /// The work took longer than its timeout; only one action of `onTimeout` still counts. Nil when the run has ended.
  mutating func timedOut(_ run: EffectRun) -> RunCompletion? {
    guard let completion = complete(run, .timedOut) else { return nil }
    run.isClosed.raise()
    return completion
  }

  /// The work has ended by itself. Nil when it has timed out before.
  mutating func ended(_ run: EffectRun) -> RunCompletion? { complete(run, .ended) }

  private mutating func complete(_ run: EffectRun, _ event: RunPhase.Event) -> RunCompletion? {
    guard let slot = runs.slot(of: run), !runs[slot].phase.isEnded else { return nil }
    let phase = runs[slot].phase
    advance(slot, event)
    guard runs[slot].phase.isEnded else { return nil }
    unendedCount -= 1
    admissions.leave(run, phase.admission)
    // Otherwise the record stays, so that a cancel still closes the run.
    if overlap == .queued, runs[slot].request == .withdrawn { replace(slot) }
    var commands: [Command] = []
    admit(&commands)
    return RunCompletion(task: phase.task, timer: phase.timer, commands: commands)
  }

  private mutating func advance(_ slot: Int, _ event: RunPhase.Event) {
    let isPossible = runs[slot].phase.advance(event)
    assert(isPossible, "\(event) cannot happen to a run that is \(runs[slot].phase)")
  }

  /// Lets queued runs work, as far as the limit goes.
  mutating func admit(_ commands: inout [Command]) {
    while let run = admissions.next() {
      guard let slot = runs.slot(of: run) else {
        assertionFailure("a run that was stopped is still in the admission queue")
        continue
      }
      let phase = runs[slot].phase
      advance(slot, .admitted)
      if case .queued(let effect) = phase {
        workBegins(slot, effect)
        commands.append(.begin(run, effect))
      }
    }
  }
}

// Work that holds threads of the cooperative pool.
extension SupervisorState {
  private mutating func workBegins(_ slot: Int, _ effect: Effect) {
    guard usesPool, case .synchronous = effect.work else { return }
    runs[slot].phase.holdPool()
    poolWatch.need()
  }

  /// Whether checks of the pool are to begin; true once for each time.
  mutating func takeNeedOfPoolWatch() -> Bool { poolWatch.takeNeed() }

  /// Finds the work that held a thread of the pool at the last check too, once each. Checks go on while work holds any.
  mutating func checkPool() -> (goesOn: Bool, lateCount: Int) {
    let checks = runs.usedSlots.map { runs[$0].phase.checkPoolHold() }
    let goesOn = checks.contains(where: \.holds)
    if !goesOn { poolWatch.end() }
    return (goesOn, checks.count(where: \.isLate))
  }
}
