/// Makes a `Supervisor`'s decisions by comparing the state's requests with the running work.
///
/// This type is a plain value without a lock, a task or a store. Each transition returns commands for the caller to
/// perform.
@usableFromInline
struct SupervisorState: Sendable {
  enum Command: Sendable {
    /// Close a run, cancel its task and timer, and release its record outside the lock, because the effect may hold the
    /// last handle to its store.
    case stop(RunRecord)
    /// Close a run that has ended, so that its queued actions are dropped.
    case close(EffectRun, TimeoutDispatch?)
    /// Begin the work of a run.
    case begin(EffectRun, WaitingWork)
    case report(Misuse)
  }

  /// The commands that result from a message to the supervisor.
  struct Commands: Sendable {
    var first: [Command] = []
    /// The runs to start, with consecutive numbers. The effects of these runs are created after the other commands have
    /// been performed.
    var runs: [EffectRun] = []

    var isEmpty: Bool { first.isEmpty && runs.isEmpty }

    /// Appends the commands of a later message.
    mutating func append(_ later: Commands) {
      first += later.first
      runs += later.runs
    }
  }

  /// A summary of the current work, used by an attachment to process the next state.
  @usableFromInline
  @frozen
  struct Situation {
    /// Whether no effect is running or waiting.
    @usableFromInline var isQuiet = true
    /// Whether an identity occurs more than once in the requests.
    @usableFromInline var hasDuplicates = false

    @usableFromInline
    init(isQuiet: Bool = true, hasDuplicates: Bool = false) {
      self.isQuiet = isQuiet
      self.hasDuplicates = hasDuplicates
    }
  }

  let overlap: Effect.Overlap
  var runs = RunTable()
  var replaced = ReplacedRuns()
  var admissions: AdmissionQueue
  var postponed: [PostponedRun] = []
  /// The number of runs that have not ended.
  var unendedCount = 0
  var startedCount = 0
  /// The identities that occur more than once in the requests. A position-based difference is meaningless for duplicate
  /// identities.
  private var duplicates: Set<Identity> = []
  /// Whether synchronous work runs on threads of the cooperative pool.
  var usesPool = false
  var poolWatch = PoolWatchNeed()
  /// A flag that is raised while the tree has a tap or a turn observer; nil if there is no tree.
  var isListenedTo: AtomicFlag?
  /// A number that is incremented for each processed state.
  private(set) var revision = 0

  @usableFromInline
  init(overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    self.overlap = overlap
    admissions = AdmissionQueue(limit: overlap == .queued ? 1 : limit)
  }

  /// Whether no effect is running or waiting.
  var isQuiet: Bool { unendedCount == 0 }

  var situation: Situation { Situation(isQuiet: isQuiet, hasDuplicates: !duplicates.isEmpty) }

  /// The record of an effect state's run; nil if there is no such run.
  func record(of state: Effect.State) -> RunRecord? {
    runs.slot(ofAny: state).map { runs[$0] }
  }

  /// The phase of an effect state's run; nil if there is no such run.
  func phase(of id: Identity) -> RunPhase? { runs.slot(of: id).map { runs[$0].phase } }
}

// Messages about state changes.
extension SupervisorState {
  /// Re-evaluates postponed effects after a state is published.
  mutating func stateChanged() -> Commands {
    revision += 1
    guard !postponed.isEmpty else { return Commands() }
    var commands = Commands()
    let again = postponed
    postponed = []
    for old in again {
      // The run may have been stopped since its effect was postponed.
      guard let slot = runs.slot(of: old.run) else { continue }
      let request = runs[slot].request
      let priority = runs[slot].priority
      replace(slot)
      unendedCount -= 1
      start(old.run.state, request, priority, from: old.run.origin, insteadOf: old, [], &commands)
    }
    return commands
  }

  /// Applies changed requests: stops the runs that are no longer requested, then starts new runs.
  ///
  /// `priorities` contains the priorities that may have changed, keyed by the identity of the effect state.
  mutating func change(
    _ difference: RequestDifference, priorities: Supervisor.Priorities = [:]
  ) -> Commands {
    for (id, priority) in priorities { setPriority(priority, of: id) }
    let (old, new) = duplicates.isEmpty ? difference.changed : difference.all
    let known = duplicates
    duplicates = []
    var commands = Commands()
    // Fast path: if a single request has changed but has kept its identity, runs need not be matched with requests.
    if old.count == 1, new.count == 1, let state = new.first, state.id == old.first?.id {
      let isFresh = runs.slot(of: state.id).map { obey(state, $0, &commands) } ?? state.isInProgress
      admit(&commands)
      if isFresh { start(state, .standing, priorities[state.id], known, &commands) }
      return commands
    }
    var released: [Int] = []
    for state in old {
      if let slot = runs.release(state.id) { released.append(slot) }
    }
    var fresh: [Effect.State] = []
    for state in new where asksForNewRun(state, known, &commands) { fresh.append(state) }
    for slot in released where runs.isUnclaimed(slot) { withdraw(slot, &commands) }
    admit(&commands)
    if !priorities.isEmpty { fresh = Self.sorted(fresh, by: priorities) }
    if fresh.count > 8 {
      runs.reserve(fresh.count)
      commands.runs.reserveCapacity(fresh.count)
    }
    for state in fresh { start(state, .standing, priorities[state.id], known, &commands) }
    return commands
  }

  private mutating func setPriority(_ priority: WorkPriority, of id: Identity) {
    guard let slot = runs.slot(of: id), runs[slot].priority != priority else { return }
    runs[slot].priority = priority
    if runs[slot].phase.admission == .queued { admissions.move(runs[slot].run, to: priority) }
  }

  /// Returns the requests in descending order of priority. The sort is stable.
  private static func sorted(_ states: [Effect.State], by priorities: [Identity: WorkPriority]) -> [Effect.State] {
    let ranked = states.enumerated().map { (priority: priorities[$1.id] ?? .medium, position: $0, state: $1) }
    return ranked.sorted { ($1.priority, $0.position) < ($0.priority, $1.position) }.map(\.state)
  }

  /// Stops all runs in the order in which they were started.
  mutating func end() -> Commands {
    (unendedCount, postponed) = (0, [])
    admissions.removeAll()
    return Commands(
      first: runs.removeAll().map { .stop($0) } + replaced.all.map { .close($0.run, $0.timeoutDispatch) })
  }

  /// Compares a request with the current run of its effect state. Returns true if a new run must be started.
  private mutating func asksForNewRun(
    _ state: Effect.State, _ known: Set<Identity>, _ commands: inout Commands
  ) -> Bool {
    guard let slot = runs.slot(of: state.id) else { return state.isInProgress }
    guard runs.claim(slot) else {
      reportDuplicate(state.id, known, &commands)
      return false
    }
    return obey(state, slot, &commands)
  }

  /// Applies a request to the run in `slot`. Returns true if another run must be started.
  mutating func obey(_ state: Effect.State, _ slot: Int, _ commands: inout Commands) -> Bool {
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

  /// Stops a run whose effect state was removed. If `overlap` is `queued`, the run is allowed to finish instead.
  mutating func withdraw(_ slot: Int, _ commands: inout Commands) {
    switch overlap {
    case .queued where runs[slot].phase.isEnded: replace(slot)
    case .queued: runs[slot].request = .withdrawn
    case .latest, .leading: stop(slot, &commands)
    }
  }

  /// Removes the record of a run that has ended or was postponed. Queued actions of the run are still delivered.
  mutating func replace(_ slot: Int) {
    replaced.add(runs[slot].run, runs[slot].phase.timeoutDispatch)
    runs.remove(slot)
  }

  mutating func start(
    _ state: Effect.State, _ request: RunRecord.Request, _ priority: WorkPriority?, from origin: RunOrigin? = nil,
    insteadOf postponed: PostponedRun? = nil, _ known: Set<Identity>, _ commands: inout Commands
  ) {
    guard runs.slot(of: state.id, from: origin) == nil else { return reportDuplicate(state.id, known, &commands) }
    startedCount += 1
    unendedCount += 1
    let run = EffectRun(
      state, number: startedCount, slot: runs.nextSlot, priority: priority, origin: origin, insteadOf: postponed)
    let admission = run.delay == nil ? admissions.enter(run, priority) : .none
    runs.insert(RunRecord(run: run, phase: .making(admission, nil), request: request, priority: priority))
    commands.runs.append(run)
  }

  private mutating func stop(_ slot: Int, _ commands: inout Commands) {
    let record = runs[slot]
    runs.remove(slot)
    admissions.leave(record.run, record.phase.admission)
    if !record.phase.isEnded { unendedCount -= 1 }
    commands.first.append(.stop(record))
  }

  private mutating func reportDuplicate(_ id: Identity, _ known: Set<Identity>, _ commands: inout Commands) {
    let isNew = duplicates.insert(id).inserted && !known.contains(id)
    if isNew { commands.first.append(.report(.duplicateEffect(id: id))) }
  }
}

// Messages from the runs. A message from a run that has since been stopped is ignored.
extension SupervisorState {
  /// Records a task that was started for a run. Returns false if the task must be cancelled, because the run was
  /// stopped or has timed out.
  mutating func started(_ task: RunTask) -> Bool {
    guard let slot = runs.slot(of: task.run) else { return false }
    runs[slot].phase.keep(task)
    return !task.run.isClosed.isRaised
  }

  /// Records that the effect was created. Returns true if the effect's work should begin immediately, in the same task.
  /// Work that must wait is started by a later command.
  mutating func made(_ run: EffectRun, _ effect: Effect) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    guard runs[slot].phase.admission == .admitted else {
      advance(slot, .madeToWait(WaitingWork(effect)))
      return false
    }
    advance(slot, .made)
    workBegins(slot, effect)
    return true
  }

  /// Records that the effect was created and that its delay has begun. Returns true if the timer must be started.
  mutating func delayed(_ run: EffectRun, _ work: WaitingWork) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    advance(slot, .delayed(work))
    return true
  }

  /// Whether taps must be notified that the work of a run has started.
  func isUnannounced(_ run: EffectRun) -> Bool {
    runs.slot(of: run).map { runs[$0].phase.isUnannounced } ?? false
  }

  /// Records that taps have been notified that the work of a run has started. Returns false if the run was stopped in
  /// the meantime; the caller must then announce the cancellation.
  mutating func announced(_ run: EffectRun) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    runs[slot].phase.setUnannounced(false)
    return true
  }

  mutating func delayPassed(_ run: EffectRun) -> Commands {
    guard let slot = runs.slot(of: run), case .delayed(let work) = runs[slot].phase else { return Commands() }
    advance(slot, .delayPassed(admissions.enter(run, runs[slot].priority)))
    guard runs[slot].phase.isWorking else { return Commands() }
    workBegins(slot, work.effect)
    return Commands(first: [.begin(run, work)])
  }

  /// Records that the effect was postponed. `wakeTime` is the time at which the delay before the attempt ends; nil for
  /// no delay. `isOutdated` is true if the state has changed since `revision`.
  mutating func postponed(
    _ run: EffectRun, until wakeTime: Duration? = nil, asOf revision: Int
  ) -> (isOutdated: Bool, commands: Commands) {
    guard let slot = runs.slot(of: run) else { return (false, Commands()) }
    admissions.leave(run, runs[slot].phase.admission)
    advance(slot, .postponed)
    postponed.append(PostponedRun(run: run, wakeTime: wakeTime))
    var commands = Commands()
    admit(&commands)
    return (revision != self.revision, commands)
  }

  /// Records that a timeout was set for the work. Returns true if the timer must be started.
  mutating func timeoutSet(_ timeout: RunTimeout, of run: EffectRun) -> Bool {
    guard let slot = runs.slot(of: run) else { return false }
    advance(slot, .timeoutSet(timeout))
    return true
  }

  /// The task or timer to cancel, and the commands to perform, after work has ended.
  struct RunCompletion {
    /// The task to cancel if the work timed out.
    let task: Task<Void, Never>?
    /// The timer to cancel if the work ended before its time limit.
    let timer: StoreTimer?
    let commands: Commands
  }

  /// Records that the work has timed out. From then on, only the first action that `onTimeout` dispatches is delivered.
  /// Returns nil if the run was stopped or has already ended.
  mutating func timedOut(_ run: EffectRun) -> RunCompletion? {
    guard let completion = complete(run, .timedOut) else { return nil }
    run.isClosed.raise()
    return completion
  }

  /// Records that the work has ended on its own. Returns nil if the run was stopped or has timed out.
  mutating func ended(_ run: EffectRun) -> RunCompletion? { complete(run, .ended) }

  private mutating func complete(_ run: EffectRun, _ event: RunPhase.Event) -> RunCompletion? {
    guard let slot = runs.slot(of: run), !runs[slot].phase.isEnded else { return nil }
    let phase = runs[slot].phase
    advance(slot, event)
    guard runs[slot].phase.isEnded else { return nil }
    unendedCount -= 1
    admissions.leave(run, phase.admission)
    // An ended run keeps its record unless its request was withdrawn, so that cancelling the request still closes the
    // run.
    if overlap == .queued, runs[slot].request == .withdrawn { replace(slot) }
    var commands = Commands()
    admit(&commands)
    return RunCompletion(task: phase.task, timer: phase.timer, commands: commands)
  }

  private mutating func advance(_ slot: Int, _ event: RunPhase.Event) {
    let isPossible = runs[slot].phase.advance(event)
    assert(isPossible, "\(event) cannot happen to a run that is \(runs[slot].phase)")
  }

  /// Admits queued runs, up to the limit.
  mutating func admit(_ commands: inout Commands) {
    while let run = admissions.next() {
      guard let slot = runs.slot(of: run) else {
        assertionFailure("a run that was stopped is still in the admission queue")
        continue
      }
      let phase = runs[slot].phase
      advance(slot, .admitted)
      if case .queued(let work) = phase {
        workBegins(slot, work.effect)
        commands.first.append(.begin(run, work))
      }
    }
  }
}

// Begins work, and checks whether the work blocks a thread of the cooperative pool.
extension SupervisorState {
  private mutating func workBegins(_ slot: Int, _ effect: Effect) {
    if isListenedTo?.isRaised == true { runs[slot].phase.setUnannounced(true) }
    guard usesPool, case .synchronous = effect.work else { return }
    runs[slot].phase.holdPool()
    poolWatch.need()
  }

  /// Returns true only on the first call after checks of the pool become necessary.
  mutating func takeNeedOfPoolWatch() -> Bool { poolWatch.takeNeed() }

  /// Counts the unreported runs that were already blocking a thread at the previous check. Checks continue as long as
  /// any run blocks a thread.
  mutating func checkPool() -> (goesOn: Bool, lateCount: Int) {
    var (goesOn, lateCount) = (false, 0)
    for slot in runs.usedSlots {
      let (holds, isLate) = runs[slot].phase.checkPoolHold()
      goesOn = goesOn || holds
      lateCount += isLate ? 1 : 0
    }
    if !goesOn { poolWatch.end() }
    return (goesOn, lateCount)
  }
}
