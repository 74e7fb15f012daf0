/// Starts and stops the effects of one attachment, as `Supervision` decides.
@usableFromInline
final class Supervisor: Endable {
  /// Makes the effect of a run, unless the run was stopped.
  @usableFromInline typealias Make = @Sendable (EffectRun) -> Effect?
  /// Gives what makes the effects of so many runs, to be called once for each and away from the turn.
  @usableFromInline typealias Maker = (Int) -> Make

  private let place: EffectPlace
  @usableFromInline let lock = Lock()
  private let supervision: Guarded<Supervision>
  /// What asks again; nothing once this has ended, for it holds what the user's closures captured.
  private let askAgain: Guarded<(@Sendable (Supervisor) -> Void)?>
  private let observation = Guarded<StoreSubscription?>(nil)
  /// Raised when nothing that the effects dispatch is to count any more.
  private let hasEnded = AtomicFlag()

  /// `askAgain` is to call `stateChanged` in a turn.
  @usableFromInline
  init(_ place: EffectPlace, _ supervision: Supervision, askAgain: @escaping @Sendable (Supervisor) -> Void) {
    self.place = place
    self.supervision = Guarded(supervision, lock: lock)
    self.askAgain = Guarded(askAgain, lock: lock)
  }

  @usableFromInline
  func observe(by observation: StoreSubscription) { self.observation.withLock { $0 = observation } }

  @usableFromInline var isEnded: Bool { hasEnded.isRaised }

  @usableFromInline
  func end() {
    guard hasEnded.raise() else { return }
    perform(supervision.withLock { $0.end() })
    observation.take()?.cancel()
    _ = askAgain.take()
  }

  /// The flag that decides whether an action that a run dispatches here and now counts.
  @usableFromInline
  func closing(_ run: EffectRun) -> AtomicFlag { hasEnded.isRaised ? hasEnded : run.closing }

  /// Asks again for what was postponed, in a turn of its own.
  func reevaluate() { askAgain.withLock { $0 }?(self) }

  /// Compares what the state asks for with `states`, what it asked for before, and takes note of it there.
  ///
  /// True when nothing runs or waits then, nil when the state asks for the same as before.
  @usableFromInline
  func change(_ states: inout [Effect.State], to new: Supervision.Asked, _ maker: Maker) -> Bool? {
    let (isQuiet, old, replacement) = states.withUnsafeBufferPointer { old in
      // Before the lock is taken: looking at many takes a while, and the runs want the lock.
      let difference = Supervision.Difference(from: old, to: new)
      let isQuiet = difference.isEmpty ? nil : update(maker) { $0.change(difference) + $0.stateChanged() }
      return (isQuiet, difference.parts.old.indices, difference.parts.new)
    }
    // A change of what few ask for leaves the others where they are; the room for many is given back with the last.
    if new.isEmpty { states = [] } else { states.replaceSubrange(old, with: replacement) }
    return isQuiet
  }

  /// Takes note of a state that asks for the same as before. True when nothing runs or waits then.
  @usableFromInline
  @discardableResult
  func stateChanged(_ maker: Maker) -> Bool { update(maker) { $0.stateChanged() } }

  private func update(_ maker: Maker, _ change: (inout Supervision) -> [Supervision.Command]) -> Bool {
    let (commands, revision, isQuiet) = supervision.withLock { supervision in
      let commands = isEnded ? [] : change(&supervision)
      return (commands, supervision.revision, supervision.isQuiet)
    }
    let count = commands.count { if case .make = $0 { true } else { false } }
    perform(commands, count == 0 ? nil : maker(count), asOf: revision)
    return isQuiet
  }

  private func perform(_ commands: [Supervision.Command], _ make: Make? = nil, asOf revision: Int = 0) {
    var started: [Started] = []
    for command in commands {
      switch command {
      case .stop(let entry): stop(entry)
      case .close(let run, let lastWord):
        run.isClosed.raise()
        lastWord?.raise()
      case .make(let run):
        guard let make else { continue }
        let task = place.context.startTask { await self.prepare(run, make, asOf: revision) }
        started.append((run, task, hasWaited: false))
      case .begin(let run, let effect):
        place.tell(.workStarted(name: place.name))
        started.append((run, place.context.startTask { await self.work(run, effect) }, hasWaited: true))
      case .report(let misuse): place.context.report(misuse)
      }
    }
    if !started.isEmpty { keep(started) }
  }

  private typealias Started = (run: EffectRun, task: Task<Void, Never>, hasWaited: Bool)

  /// Keeps the tasks that have just been started, all at once: the runs want the same lock.
  private func keep(_ started: [Started]) {
    let late = supervision.withLock { supervision in
      started.filter { !supervision.started($0.run, $0.task, hasWaited: $0.hasWaited) }
    }
    for started in late { started.task.cancel() }
  }

  private func stop(_ entry: Supervision.Entry) {
    entry.run.isClosed.raise()
    entry.lastWord?.isRevoked.raise()
    entry.task?.cancel()
    if entry.isWorking { place.tell(.workCancelled(name: place.name)) }
  }
}

// The life of one run. What waits stands apart from what does not, so that work which never waits takes little room.
extension Supervisor {
  /// Makes the effect, waits as long as the state says, and goes on to work if there is a place.
  private func prepare(_ run: EffectRun, _ make: Make, asOf revision: Int) async {
    guard let effect = make(run) else { return }
    if case .postponed = effect.work { return postpone(run, asOf: revision) }
    if let delay = run.delay { await wait(delay) }
    guard supervision.withLock({ $0.ready(run, effect) }) else { return }
    place.tell(.workStarted(name: place.name))
    await work(run, effect)
  }

  @inline(never)
  private func wait(_ delay: Duration) async { try? await place.context.clock.sleep(delay) }

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
    let timer = (effect.timeout ?? run.timeout).map { startTimer($0, run, effect) }
    do {
      switch effect.work {
      case .postponed: break
      case .asynchronous(let operation): try await operation()
      case .synchronous(let operation):
        if let queue = place.queue { try await queue.run(operation, unless: run.isClosed) } else { try operation() }
      }
      end(run, effect, timer, nil)
    } catch {
      end(run, effect, timer, error)
    }
  }

  /// The work has ended by itself, unless its timeout or an order to stop came first.
  private func end(_ run: EffectRun, _ effect: Effect, _ timer: Task<Void, Never>?, _ error: (any Error)?) {
    timer?.cancel()
    guard let ending = supervision.withLock({ $0.ended(run) }) else { return }
    if let error { take(error, of: effect) }
    place.tell(.workEnded(name: place.name))
    perform(ending.commands)
  }

  private func take(_ error: any Error, of effect: Effect) {
    guard let onError = effect.onError else { return place.context.report(.effectError(error, name: place.name)) }
    onError(error)
  }

  private func startTimer(_ timeout: Duration, _ run: EffectRun, _ effect: Effect) -> Task<Void, Never> {
    let lastWord = LastWord(of: run)
    supervision.withLock { $0.setLastWord(lastWord, of: run) }
    return place.context.startTask { [self] in
      guard (try? await place.context.clock.sleep(timeout)) != nil,
        let ending = supervision.withLock({ $0.tookTooLong(run) })
      else { return }
      ending.task?.cancel()
      place.tell(.workCancelled(name: place.name))
      if let onTimeout = effect.onTimeout {
        lastWord.hear(onTimeout)
      } else {
        place.context.report(.effectTimeout(timeout, name: place.name))
      }
      perform(ending.commands)
    }
  }
}
