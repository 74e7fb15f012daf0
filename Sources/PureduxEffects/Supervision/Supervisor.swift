internal import Dispatch

/// Starts and stops the effects of one attachment, as decided by `SupervisorState`.
@usableFromInline
final class Supervisor: Cancellable {
  /// Creates the effect of a run; returns nil if the run was stopped.
  @usableFromInline typealias EffectFactory = @Sendable (EffectRun) -> Effect?
  /// Returns a factory that creates the effects of the given, consecutively numbered runs. The factory is called once
  /// for each run, outside the store's turns.
  @usableFromInline typealias FactorySource = (_ runs: [EffectRun]) -> EffectFactory
  /// The priorities that may have changed, keyed by the identity of the effect state.
  @usableFromInline typealias Priorities = [Identity: WorkPriority]

  let store: SupervisedStore
  let settings: RunSettings
  @usableFromInline let lock = Lock()
  let state: Guarded<SupervisorState>
  let poolUser: PoolUser
  /// Re-evaluates postponed effects. Set to nil when the supervisor ends, to release the application's closures that
  /// this closure retains.
  private let askAgain: Guarded<(@Sendable (Supervisor) -> Void)?>
  /// The dispatch queue for timers, created when the first timer is started.
  let timerQueue = Guarded<DispatchQueue?>(nil)
  /// A flag that is raised when the supervisor ends, so that its effects' later actions are dropped.
  private let hasEnded = AtomicFlag()

  /// The `askAgain` closure must call `stateChanged` in a turn of the store.
  @usableFromInline
  init(
    _ store: SupervisedStore, _ settings: RunSettings, _ state: SupervisorState,
    askAgain: @escaping @Sendable (Supervisor) -> Void
  ) {
    self.store = store
    self.settings = settings
    var state = state
    state.usesPool = settings.queue == nil && !store.context.hasTaskExecutor
    state.isListenedTo = store.isListenedTo
    self.state = Guarded(state, lock: lock)
    poolUser = PoolUser(self.state, store.context, name: settings.name)
    self.askAgain = Guarded(askAgain, lock: lock)
  }

  @usableFromInline var isEnded: Bool { hasEnded.isRaised }

  /// Whether no effect is running or waiting.
  var isQuiet: Bool { state.withLock { $0.isQuiet } }

  @usableFromInline
  func cancel() {
    guard hasEnded.raise() else { return }
    perform(state.withLock { $0.end() })
    _ = askAgain.take()
  }

  /// The progress of an effect state's work; nil if this attachment is not performing that work.
  func progress(of job: Effect.State) -> Effect.Progress? {
    guard let record = state.withLock({ $0.record(of: job) }), let progress = record.progress else { return nil }
    switch progress {
    case .waitingForPlace: return .waitingForPlace
    case .waitingForAttempt(let time):
      let now = store.context.clock.now()
      return .waitingForAttempt(until: time ?? endOfDelay(record.run.delay ?? .zero, of: record.run, from: now))
    case .postponed: return .postponed
    case .running: return .running
    }
  }

  /// Returns the flag that, when raised, causes the run's actions to be dropped.
  @usableFromInline
  func closedFlag(of run: EffectRun) -> AtomicFlag { hasEnded.isRaised ? hasEnded : run.closedFlag }

  /// Re-evaluates postponed effects in a separate turn.
  func reevaluate() { askAgain.withLock { $0 }?(self) }

  /// Compares the previous `requests` with a new state's requests, and updates `requests`.
  ///
  /// Returns true if no effect is running or waiting afterwards, or nil if the requests are unchanged.
  @usableFromInline
  func change(_ requests: inout [Effect.State], to new: RequestBuffer, _ source: FactorySource) -> Bool? {
    // SAFETY: the difference and its slices are used only while both buffers are valid, and no slice of `old` is used
    // once `requests` is mutated.
    let (isQuiet, old, replacement) = requests.withUnsafeBufferPointer { old in
      // Compute the difference before acquiring the lock: comparing many requests takes time, and the runs may need the
      // lock in the meantime.
      let difference = RequestDifference(from: old, to: new)
      let isQuiet = difference.isEmpty ? nil : update(source) { $0.change(difference) }.isQuiet
      return (isQuiet, difference.changed.old.indices, difference.changed.new)
    }
    // Only the requests that differ are replaced. The array's memory is freed when no requests are left.
    if new.isEmpty { requests = [] } else { requests.replaceSubrange(old, with: replacement) }
    return isQuiet
  }

  /// Compares the previous and current requests of the elements that may have changed.
  ///
  /// If the returned situation reports duplicates, the next call must pass the requests of all elements. `priorities`
  /// contains the priorities that may have changed, keyed by the identity of the job.
  @inlinable
  func change<Requests: EffectRequests>(
    _ old: Requests, to new: Requests, _ priorities: Priorities, _ source: FactorySource
  ) -> SupervisorState.Situation {
    old.withStates { old in new.withStates { new in change(old, to: new, priorities, source) } }
  }

  @usableFromInline
  func change(
    _ old: RequestBuffer, to new: RequestBuffer, _ priorities: Priorities, _ source: FactorySource
  ) -> SupervisorState.Situation {
    update(source) { $0.change(RequestDifference(between: old, new), priorities: priorities) }
  }

  /// Records a new state whose requests are unchanged. Returns true if no effect is running or waiting afterwards.
  @usableFromInline
  @discardableResult
  func stateChanged(_ source: FactorySource) -> Bool { update(source) { _ in SupervisorState.Commands() }.isQuiet }

  /// Applies the changed requests of slots. Returns true if no effect is running or waiting afterwards.
  ///
  /// Postponed effects are re-evaluated only if the state is new.
  func change(_ changes: [RequestChange], isNewState: Bool, _ source: FactorySource) -> Bool {
    update(isNewState: isNewState, source) { $0.change(changes) }.isQuiet
  }

  private func update(
    isNewState: Bool = true, _ source: FactorySource,
    _ change: (inout SupervisorState) -> SupervisorState.Commands
  ) -> SupervisorState.Situation {
    let (commands, revision, situation) = state.withLock { state in
      var commands = SupervisorState.Commands()
      if !isEnded {
        commands = change(&state)
        if isNewState {
          let again = state.stateChanged()
          if !again.isEmpty { commands.append(again) }
        }
      }
      return (commands, state.revision, state.situation)
    }
    if commands.isEmpty { return situation }
    let factory = commands.runs.isEmpty ? nil : source(commands.runs)
    perform(commands.first)
    if let factory { start(commands.runs, factory, asOf: revision) }
    return situation
  }

  /// Performs commands that do not start runs.
  func perform(_ commands: SupervisorState.Commands) {
    assert(commands.runs.isEmpty, "only a state starts runs")
    perform(commands.first)
  }

  private func perform(_ commands: [SupervisorState.Command]) {
    for command in commands {
      switch command {
      case .stop(let record): stop(record)
      case .close(let run, let timeoutDispatch):
        run.isClosed.raise()
        timeoutDispatch?.isRevoked.raise()
      case .begin(let run, let work):
        let (needsWatch, isUnannounced) = state.withLock { ($0.takeNeedOfPoolWatch(), $0.isUnannounced(run)) }
        if needsWatch { PoolWatch.shared.add(poolUser) }
        if isUnannounced { announceStart(of: run, work.effect) }
        store.progressed()
        let task = store.context.startTask(priority: priority(of: run)) {
          if self.begin(run, work.effect) { await self.work(run, work.effect) }
        }
        keep([RunTask(run: run, stage: .working, task: task)])
      case .report(let misuse): store.context.report(misuse)
      }
    }
  }

  /// Creates the effects of new runs, each in its own task.
  private func start(_ runs: [EffectRun], _ factory: @escaping EffectFactory, asOf revision: Int) {
    #if DEBUG
      store.coverage.add(runs)
    #endif
    var tasks: [RunTask] = []
    tasks.reserveCapacity(runs.count)
    for run in runs {
      let task = store.context.startTask(priority: priority(of: run)) {
        if let effect = self.make(run, factory, asOf: revision) { await self.work(run, effect) }
      }
      tasks.append(RunTask(run: run, stage: .making, task: task))
    }
    keep(tasks)
  }

  /// Notifies taps that the work of a run has started. If the run is stopped in the meantime, also notifies them of the
  /// cancellation.
  func announceStart(of run: EffectRun, _ effect: Effect) {
    store.emitStart(settings.name, run, effect)
    if !state.withLock({ $0.announced(run) }) { store.emit(settings.name, run) { .workCancelled($0) } }
  }

  private func priority(of run: EffectRun) -> TaskPriority? {
    // Convert to `TaskPriority` only here: the size of a `TaskPriority` is unknown at compile time, so copying it needs
    // a runtime layout lookup.
    (run.priority ?? settings.priority)?.ofTask
  }

  /// Stores the tasks that were just started. The lock is acquired once for all tasks instead of once for each, because
  /// the runs contend for it.
  private func keep(_ tasks: [RunTask]) {
    let late = state.withLock { state in tasks.filter { !state.started($0) } }
    for task in late { task.task.cancel() }
  }

  private func stop(_ record: RunRecord) {
    record.run.isClosed.raise()
    record.phase.timeoutDispatch?.isRevoked.raise()
    record.phase.timer?.cancel()
    record.phase.task?.cancel()
    if record.phase.isWorking, !record.phase.isUnannounced {
      store.emit(settings.name, record.run) { .workCancelled($0) }
    }
  }
}

extension StoreContext {
  /// Whether tasks run on a custom executor instead of the cooperative pool.
  var hasTaskExecutor: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { taskExecutor != nil } else { false }
  }
}

/// A supervisor's non-owning reference to its store.
@usableFromInline
struct SupervisedStore: Sendable {
  let context: StoreContext
  /// The type of the projected state; nil if the store is not a projection.
  let projectedType: ObjectIdentifier?
  private let tree: StoreTree
  private let number: UInt64
  private let refreshes: Refreshes
  /// Distinguishes the runs of this attachment from those of other attachments.
  private var attachment: UInt64
  private let readState: @Sendable () -> any Sendable

  @usableFromInline
  init<State, Action>(_ store: StateStore<State, Action>) {
    context = store.node.context
    projectedType = store.node.isProjection ? ObjectIdentifier(State.self) : nil
    tree = store.node.tree
    number = store.node.actionQueue.store
    refreshes = tree.slot(Refreshes.self)
    attachment = tree.nextNumber()
    readState = store.node.readState
  }

  /// Returns a reference for the supervisor of another attachment to the same store.
  func forAttachment() -> SupervisedStore {
    var store = self
    store.attachment = tree.nextNumber()
    return store
  }

  /// A flag that is raised while the tree has a tap or a turn observer.
  var isListenedTo: AtomicFlag { tree.isListenedTo }

  var coverage: EffectCoverage { tree.slot(EffectCoverage.self) }
  var state: any Sendable { readState() }

  /// The path of a job in the state, written as a key path; nil if the job was not found.
  func path(of job: Identity) -> String? { StateSearch.path(of: job, in: readState()) }

  /// Notifies the tree's taps, if any, of an event in a run's work.
  func emit(_ name: String, _ run: EffectRun, _ kind: (StoreWork) -> StoreEvent.Kind) {
    guard tree.isListenedTo.isRaised else { return }
    let attempt = (run.state.currentAttempt ?? 0) + 1
    let work = StoreWork(name: run.name(name), run: attachment << 32 | UInt64(run.number), attempt: attempt)
    // If work is cancelled during a turn, that turn is the cause of the event.
    let here = EventCause.here
    (here.isNone ? run.cause : here).inForce { tree.post(kind(work), of: number) }
  }

  /// Notifies the tree's taps that the work of a run has started.
  func emitStart(_ name: String, _ run: EffectRun, _ effect: Effect) {
    emit(name, run) { work in
      var work = work
      work.isDaemon = effect.isDaemon
      return .workStarted(work)
    }
  }

  /// Notifies observers that the progress of work has changed.
  func progressed() { refreshes.publish(in: tree) }
}
