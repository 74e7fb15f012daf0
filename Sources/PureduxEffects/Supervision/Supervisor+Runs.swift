internal import Dispatch

// The lifecycle of a run, from creating its effect to recording its end. Waiting is handled in separate functions, so
// that a run that never waits needs a smaller stack frame.
extension Supervisor {
  /// Creates the effect and begins its work. Work that is postponed, delayed or not yet admitted begins when its wait ends.
  ///
  /// Returns the effect if the caller must perform its work, which may suspend. Synchronous work without a queue has
  /// already ended when this method returns.
  func make(_ run: EffectRun, _ factory: EffectFactory, asOf revision: Int) -> Effect? {
    guard let effect = factory(run) else { return nil }
    if case .postponed = effect.work {
      postpone(run, asOf: revision)
      return nil
    }
    if let delay = run.delay {
      wait(delay, run, effect)
      return nil
    }
    let (mayWork, needsWatch, isUnannounced) = state.withLock {
      ($0.made(run, effect), $0.takeNeedOfPoolWatch(), $0.isUnannounced(run))
    }
    if needsWatch { PoolWatch.shared.add(poolUser) }
    guard mayWork else { return nil }
    if isUnannounced { announceStart(of: run, effect) }
    return begin(run, effect) ? effect : nil
  }

  /// Begins the work of a run. Returns false if the work has already ended or was stopped.
  func begin(_ run: EffectRun, _ effect: Effect) -> Bool {
    guard !run.isClosed.isRaised else { return false }
    if run.state.isInterrupted {
      end(run, effect, Effect.InterruptedError())
      return false
    }
    if let limit = timeLimit(of: run, effect), !start(limit, run, effect) { return false }
    guard settings.queue == nil, case .synchronous(let operation) = effect.work else { return true }
    do {
      try operation()
      end(run, effect, nil)
    } catch {
      end(run, effect, error)
    }
    return false
  }

  private func postpone(_ run: EffectRun, asOf revision: Int) {
    let wakeTime = run.delay.map { endOfDelay($0, of: run, from: store.context.clock.now()) }
    let (isOutdated, commands) = state.withLock { $0.postponed(run, until: wakeTime, asOf: revision) }
    perform(commands)
    store.progressed()
    if isOutdated { reevaluate() }
  }

  private func wait(_ delay: Duration, _ run: EffectRun, _ effect: Effect) {
    let timer = StoreTimer { [self] in
      perform(state.withLock { $0.delayPassed(run) })
      store.progressed()
    }
    let now = store.context.clock.now()
    let wakeTime = endOfDelay(delay, of: run, from: now)
    guard state.withLock({ $0.delayed(run, WaitingWork(effect, timer: timer, until: wakeTime)) }) else { return }
    start(timer, after: wakeTime - now, effect)
    store.progressed()
  }

  /// Returns the time on the store's clock at which a run's delay ends. Neither postponing the effect nor restoring its
  /// state prolongs the delay.
  func endOfDelay(_ delay: Duration, of run: EffectRun, from now: Duration) -> Duration {
    run.wakeTime ?? now + run.state.delayLeft(delay, at: store.context.clock.wallTime)
  }

  /// Performs work that has begun and may suspend.
  func work(_ run: EffectRun, _ effect: Effect) async {
    do {
      switch effect.work {
      case .postponed: break
      case .asynchronous(let operation): try await operation()
      case .synchronous(let operation): try await settings.queue?.run(operation, unless: run.isClosed)
      }
      end(run, effect, nil)
    } catch {
      end(run, effect, error)
    }
  }

  /// Records that the work has ended on its own, unless it was stopped or has timed out.
  private func end(_ run: EffectRun, _ effect: Effect, _ error: (any Error)?) {
    guard let completion = state.withLock({ $0.ended(run) }) else { return }
    completion.timer?.cancel()
    #if DEBUG
      if error == nil { store.coverage.addEnd(of: run.state, run.name(settings.name)) }
    #endif
    if let error { take(error, of: effect, run) }
    store.emit(settings.name, run) { work in
      if let error { .workFailed(work, error: "\(error)") } else { .workEnded(work) }
    }
    perform(completion.commands)
    store.progressed()
  }

  private func take(_ error: any Error, of effect: Effect, _ run: EffectRun) {
    if let onError = effect.onError { return onError(error) }
    store.context.report(.effectError(error, name: run.name(settings.name), path: store.path(of: run.state.id)))
  }

  /// The time limit of an attempt, and how much of it is left.
  private typealias TimeLimit = (limit: Duration, left: Duration)

  /// Returns the limit of the attempt or the deadline of the whole work, whichever comes first; nil if there is neither.
  private func timeLimit(of run: EffectRun, _ effect: Effect) -> TimeLimit? {
    let ofAttempt = (effect.timeout ?? run.timeout).map { ($0, $0) }
    guard !run.state.isFirstAttemptByDefault, let deadline = run.state.schedule?.deadline else { return ofAttempt }
    let left = deadline - store.context.clock.wallTime()
    if let ofAttempt, ofAttempt.1 <= left { return ofAttempt }
    return (.seconds((run.state.policy.deadline ?? 0).asWait), left)
  }

  /// Starts the timer of a time limit. Returns false if the limit has passed already, which ends the run.
  private func start(_ limit: TimeLimit, _ run: EffectRun, _ effect: Effect) -> Bool {
    let dispatch = TimeoutDispatch(of: run)
    let timer = StoreTimer { [self] in timeOut(run, effect, limit.limit, dispatch) }
    guard state.withLock({ $0.timeoutSet(RunTimeout(timer: timer, dispatch: dispatch), of: run) }) else { return true }
    if limit.left <= .zero, limit.left < limit.limit {
      timeOut(run, effect, limit.limit, dispatch)
      return false
    }
    start(timer, after: limit.left, effect)
    return true
  }

  private func timeOut(_ run: EffectRun, _ effect: Effect, _ timeout: Duration, _ dispatch: TimeoutDispatch) {
    guard let completion = state.withLock({ $0.timedOut(run) }) else { return }
    completion.task?.cancel()
    store.emit(settings.name, run) { .workCancelled($0) }
    if let onTimeout = effect.onTimeout {
      dispatch.permit(onTimeout)
    } else if let onError = effect.onError {
      dispatch.permit { onError(Effect.TimeoutError(timeout: timeout)) }
    } else {
      store.context.report(.effectTimeout(timeout, name: run.name(settings.name), path: store.path(of: run.state.id)))
    }
    perform(completion.commands)
    store.progressed()
  }

  /// Starts a timer on the attachment's own queue, so that a slow `onTimeout` does not delay other attachments.
  private func start(_ timer: StoreTimer, after duration: Duration, _ effect: Effect) {
    let queue = timerQueue.withLock { queue in
      let timerQueue = queue ?? DispatchQueue(label: settings.name, qos: .userInitiated)
      queue = timerQueue
      return timerQueue
    }
    guard effect.isDaemon else { return timer.start(after: duration, in: store.context, on: queue) }
    DaemonWork.$isCurrent.withValue(true) { timer.start(after: duration, in: store.context, on: queue) }
  }
}
