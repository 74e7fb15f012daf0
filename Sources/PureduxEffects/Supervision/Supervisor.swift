/// Starts and stops the effects of one attachment, as `Supervision` decides.
final class Supervisor<State: Sendable, Action: Sendable>: Ending {
  typealias Create = @Sendable (State, Effect.State, @escaping Dispatch<Action>) -> Effect

  private let site: EffectSite<State, Action>
  private let create: Create
  private let lock = Lock()
  private let supervision: Guarded<Supervision>
  private let hasEnded = AtomicFlag()

  init(_ site: EffectSite<State, Action>, _ supervision: Supervision, create: @escaping Create) {
    self.site = site
    self.supervision = Guarded(supervision, lock: lock)
    self.create = create
  }

  var isEnded: Bool { hasEnded.isRaised }

  func end() {
    if hasEnded.raise() { perform(supervision.withLock { $0.end() }) }
  }

  /// Compares what the state asks for with what it asked for before. True when nothing runs or waits.
  func change(from old: Supervision.Asked, to new: Supervision.Asked, _ state: State) -> Bool {
    update(state) { $0.change(from: old, to: new) + $0.stateChanged() }
  }

  /// Takes note of a state that asks for the same as before. True when nothing runs or waits.
  func stateChanged(_ state: State) -> Bool { update(state) { $0.stateChanged() } }

  /// Asks again for what was postponed, in a turn of its own.
  func reevaluate() {
    site.withState { state, _ in _ = self.stateChanged(state) }
  }

  private func update(_ state: State, _ change: (inout Supervision) -> [Supervision.Command]) -> Bool {
    let (commands, revision, isQuiet) = supervision.withLock { supervision in
      let commands = isEnded ? [] : change(&supervision)
      return (commands, supervision.revision, supervision.isQuiet)
    }
    perform(commands) { run in
      // The task holds the state only until the effect is made of it.
      let state = Guarded<State?>(state, lock: self.lock)
      self.start(run) { await self.prepare(run, state, asOf: revision) }
    }
    return isQuiet
  }

  private func perform(_ commands: [Supervision.Command], make: (EffectRun) -> Void = { _ in }) {
    for command in commands {
      switch command {
      case .stop(let run, let task): stop(run, task)
      case .make(let run): make(run)
      case .begin(let run, let effect): start(run) { await self.work(run, effect) }
      case .report(let misuse): site.context.report(misuse)
      }
    }
  }

  private func start(_ run: EffectRun, _ operation: @escaping @Sendable () async -> Void) {
    let task = site.context.startTask(operation)
    if !supervision.withLock({ $0.started(run, task) }) { task.cancel() }
  }

  private func stop(_ run: EffectRun, _ task: Task<Void, Never>?) {
    run.revoke()
    task?.cancel()
    if run.isDecided.raise(), run.hasBegun.isRaised { site.tell(.workCancelled(name: site.name)) }
  }
}

// The life of one run.
extension Supervisor {
  /// Makes the effect, waits as long as the state says, and goes on to work if there is a place.
  private func prepare(_ run: EffectRun, _ state: Guarded<State?>, asOf revision: Int) async {
    guard !run.isClosed.isRaised, let effect = make(run, state) else { return }
    if case .postponed = effect.work { return postpone(run, asOf: revision) }
    if let delay = run.delay { try? await site.context.clock.sleep(delay) }
    if supervision.withLock({ $0.ready(run, effect) }) { await work(run, effect) }
  }

  private func make(_ run: EffectRun, _ state: Guarded<State?>) -> Effect? {
    let state = state.withLock { state in
      defer { state = nil }
      return state
    }
    return state.map { create($0, run.state, dispatch(of: run)) }
  }

  private func postpone(_ run: EffectRun, asOf revision: Int) {
    let (isOutdated, commands) = supervision.withLock { supervision in
      var commands: [Supervision.Command] = []
      return (supervision.postpone(run, asOf: revision, &commands), commands)
    }
    perform(commands)
    if isOutdated { reevaluate() }
  }

  private func work(_ run: EffectRun, _ effect: Effect) async {
    guard !run.isClosed.isRaised else { return }
    run.hasBegun.raise()
    site.tell(.workStarted(name: site.name))
    let timer = (effect.timeout ?? run.timeout).map { startTimer($0, run, effect) }
    let result = await effect.perform(on: site.queue, unless: run.isClosed)
    timer?.cancel()
    guard run.isDecided.raise() else { return }
    if case .failure(let error) = result { take(error, of: effect) }
    site.tell(.workEnded(name: site.name))
    perform(supervision.withLock { $0.ended(run) })
  }

  private func take(_ error: any Error, of effect: Effect) {
    guard let onError = effect.onError else { return site.context.report(.effectError(error, name: site.name)) }
    onError(error)
  }

  private func startTimer(_ timeout: Duration, _ run: EffectRun, _ effect: Effect) -> Task<Void, Never> {
    site.context.startTask {
      guard (try? await self.site.context.clock.sleep(timeout)) != nil, run.isDecided.raise() else { return }
      run.isClosed.raise()
      self.supervision.withLock { $0.task(of: run) }?.cancel()
      self.site.tell(.workCancelled(name: self.site.name))
      if let onTimeout = effect.onTimeout {
        run.withLastWord(onTimeout)
      } else {
        self.site.context.report(.effectTimeout(timeout, name: self.site.name))
      }
      self.perform(self.supervision.withLock { $0.ended(run) })
    }
  }

  private func dispatch(of run: EffectRun) -> Dispatch<Action> {
    { [site, hasEnded] action in
      let closed = hasEnded.isRaised ? hasEnded : run.closing
      site.post(action, unless: closed)
    }
  }
}
