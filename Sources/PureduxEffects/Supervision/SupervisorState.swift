/// The decisions of a `Supervisor`: compares what the state asks for with what runs.
///
/// A plain value with no lock, no task and no store. Its transitions return what the caller must do.
@usableFromInline
struct SupervisorState: Sendable {
  enum Command: Sendable {
    /// Close a run, cancel its task and its timer, and release the rest outside of the lock, because an effect
    /// may hold the last handle of its store.
    case stop(RunRecord)
    /// Close a run that has ended: its actions that wait for their turn no longer count.
    case close(EffectRun, TimeoutDispatch?)
    /// Make the effect of a new run.
    case make(EffectRun)
    /// Begin the work of a run.
    case begin(EffectRun, Effect)
    case report(Misuse)
  }

  let overlap: Effect.Overlap
  var runs = RunTable()
  private var replaced = ReplacedRuns()
  var admissions: AdmissionQueue
  var postponed: [EffectRun] = []
  /// How many runs have not ended.
  var unendedCount = 0
  var startedCount = 0
  /// Identities that occur in the requests more than once, so that a difference by position says nothing of them.
  private var duplicates: Set<Identity> = []
  /// Whether synchronous work runs on threads of the cooperative pool.
  var usesPool = false
  var poolWatch = PoolWatchNeed()
  /// Grows with each state that was looked at.
  private(set) var revision = 0

  @usableFromInline
  init(overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    self.overlap = overlap
    admissions = AdmissionQueue(limit: overlap == .queued ? 1 : limit)
  }

  /// Whether nothing runs or waits.
  var isQuiet: Bool { unendedCount == 0 }

  /// The record of the run that an effect state asks for; nil when there is none.
  func record(of state: Effect.State) -> RunRecord? {
    guard let slot = runs.slot(of: state.id), runs[slot].run.state.generation == state.generation else { return nil }
    return runs[slot]
  }

  /// Whether the requests hold an identity more than once.
  var hasDuplicates: Bool { !duplicates.isEmpty }

  /// The phase of the run of an effect state; nil when there is none.
  func phase(of id: Identity) -> RunPhase? { runs.slot(of: id).map { runs[$0].phase } }
}

// Messages of the state.
extension SupervisorState {
  /// A state was published: asks again for what was postponed.
  mutating func stateChanged() -> [Command] {
    revision += 1
    guard !postponed.isEmpty else { return [] }
    var commands: [Command] = []
    let again = postponed
    postponed = []
    for run in again {
      // It may have been stopped meanwhile.
      guard let slot = runs.slot(of: run) else { continue }
      let request = runs[slot].request
      let priority = runs[slot].priority
      replace(slot)
      unendedCount -= 1
      start(run.state, request, priority, insteadOf: run, [], &commands)
    }
    return commands
  }

  /// The requests have changed: stops runs that are no longer asked for, then starts new ones.
  ///
  /// `priorities` are those of the runs that may have new ones, by their effect states.
  mutating func change(
    _ difference: RequestDifference, priorities: Supervisor.Priorities = [:]
  ) -> [Command] {
    for (id, priority) in priorities { setPriority(priority, of: id) }
    let (old, new) = duplicates.isEmpty ? difference.changed : difference.all
    let known = duplicates
    duplicates = []
    var commands: [Command] = []
    // One request that keeps its identity can take the run of no other.
    if old.count == 1, new.count == 1, let state = new.first, state.id == old.first?.id {
      let isFresh = runs.slot(of: state.id).map { obey(state, $0, &commands) } ?? state.isInProgress
      admit(&commands)
      if isFresh { start(state, .standing, priorities[state.id], known, &commands) }
      return commands
    }
    // Few requests nearly always need no command.
    if old.count + new.count > 8 { commands.reserveCapacity(old.count + new.count) }
    var released: [Int] = []
    for state in old {
      if let slot = runs.release(state.id) { released.append(slot) }
    }
    var fresh: [Effect.State] = []
    for state in new where asksForNewRun(state, known, &commands) { fresh.append(state) }
    for slot in released where runs.isUnclaimed(slot) { withdraw(slot, &commands) }
    admit(&commands)
    if !priorities.isEmpty { fresh = Self.sorted(fresh, by: priorities) }
    if fresh.count > 8 { runs.reserve(fresh.count) }
    for state in fresh { start(state, .standing, priorities[state.id], known, &commands) }
    return commands
  }

  private mutating func setPriority(_ priority: WorkPriority, of id: Identity) {
    guard let slot = runs.slot(of: id), runs[slot].priority != priority else { return }
    runs[slot].priority = priority
    if runs[slot].phase.admission == .queued { admissions.move(runs[slot].run, to: priority) }
  }

  /// The highest priority first; equal ones keep their order.
  private static func sorted(_ states: [Effect.State], by priorities: [Identity: WorkPriority]) -> [Effect.State] {
    let ranked = states.enumerated().map { (priority: priorities[$1.id] ?? .medium, position: $0, state: $1) }
    return ranked.sorted { ($1.priority, $0.position) < ($0.priority, $1.position) }.map(\.state)
  }

  /// Stops everything, in the order in which it started.
  mutating func end() -> [Command] {
    var commands: [Command] = []
    for record in runs.all.sorted(by: { $0.run.number < $1.run.number }) { stop(record.run.slot, &commands) }
    return commands + replaced.all.map { .close($0.run, $0.timeoutDispatch) }
  }

  /// Compares one request with its run. True when a run is to be started.
  private mutating func asksForNewRun(
    _ state: Effect.State, _ known: Set<Identity>, _ commands: inout [Command]
  ) -> Bool {
    guard let slot = runs.slot(of: state.id) else { return state.isInProgress }
    guard runs.claim(slot) else {
      reportDuplicate(state.id, known, &commands)
      return false
    }
    return obey(state, slot, &commands)
  }

  /// Does with the run in a slot what its request says now. True when another run is to be started.
  private mutating func obey(_ state: Effect.State, _ slot: Int, _ commands: inout [Command]) -> Bool {
    switch runs[slot].decision(on: state, overlap) {
    case .keep(let request):
      runs[slot].request = request
      return false
    case .replace:
      replace(slot)
      return true
    case .stop:
      stop(slot, &commands)
      return state.isInProgress
    }
  }

  /// Stops a run whose effect state has left the state. Queued work goes on.
  private mutating func withdraw(_ slot: Int, _ commands: inout [Command]) {
    switch overlap {
    case .queued where runs[slot].phase.isEnded: replace(slot)
    case .queued: runs[slot].request = .withdrawn
    case .latest, .leading: stop(slot, &commands)
    }
  }

  /// Forgets a run that has ended or was postponed, whose actions still count and may wait for their turn.
  mutating func replace(_ slot: Int) {
    replaced.add(runs[slot].run, runs[slot].phase.timeoutDispatch)
    runs.remove(slot)
  }

  mutating func start(
    _ state: Effect.State, _ request: RunRecord.Request, _ priority: WorkPriority?,
    insteadOf postponed: EffectRun? = nil, _ known: Set<Identity>, _ commands: inout [Command]
  ) {
    guard runs.slot(of: state.id) == nil else { return reportDuplicate(state.id, known, &commands) }
    startedCount += 1
    unendedCount += 1
    let run = EffectRun(
      state, number: startedCount, slot: runs.nextSlot, priority: priority, closedWith: postponed)
    let admission = run.delay == nil ? admissions.enter(run, priority) : .none
    runs.insert(RunRecord(run: run, phase: .making(admission, nil), request: request, priority: priority))
    commands.append(.make(run))
  }

  private mutating func stop(_ slot: Int, _ commands: inout [Command]) {
    let record = runs[slot]
    runs.remove(slot)
    admissions.leave(record.run, record.phase.admission)
    if !record.phase.isEnded { unendedCount -= 1 }
    commands.append(.stop(record))
  }

  private mutating func reportDuplicate(_ id: Identity, _ known: Set<Identity>, _ commands: inout [Command]) {
    let isNew = duplicates.insert(id).inserted && !known.contains(id)
    if isNew { commands.append(.report(.duplicateEffect(id: id))) }
  }
}

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
