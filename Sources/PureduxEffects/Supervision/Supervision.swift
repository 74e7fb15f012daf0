/// What the state asks for, compared with what runs: the decisions, without the work.
///
/// A plain value with no lock, no task and no store. Its transitions say what the caller must do.
@usableFromInline
struct Supervision: Sendable {
  enum Command: Sendable {
    /// Close a run, cancel its task, and let go of the rest: outside the lock, for an effect may hold the last handle
    /// of its store.
    case stop(Entry)
    /// Close a run that is over: what waits of it counts no longer.
    case close(EffectRun, lastWord: AtomicFlag?)
    /// Make the effect of a new run.
    case make(EffectRun)
    /// Let the run do its work.
    case begin(EffectRun, Effect)
    case report(Misuse)
  }

  private let overlap: Effect.Overlap
  private var entries = EntryTable()
  private var past = PastRuns()
  private var line: Line
  private var postponed: [Int] = []
  /// How many of them have not ended.
  private var live = 0
  private var started = 0
  /// Identities that stand in the collection more than once, so that positions tell nothing.
  private var duplicates: Set<Identity> = []
  /// Grows with each state that was looked at.
  private(set) var revision = 0

  @usableFromInline
  init(overlap: Effect.Overlap = .latest, limit: Int? = nil) {
    self.overlap = overlap
    line = Line(limit: overlap == .queued ? 1 : limit)
  }

  /// Whether nothing runs or waits.
  var isQuiet: Bool { live == 0 }
}

// What the state says.
extension Supervision {
  @usableFromInline typealias Asked = UnsafeBufferPointer<Effect.State>

  /// A state was published: asks again for what was postponed.
  mutating func stateChanged() -> [Command] {
    revision += 1
    guard !postponed.isEmpty else { return [] }
    var commands: [Command] = []
    let again = postponed
    postponed = []
    for place in again {
      guard let entry = entries.slots[place], entry.isPostponed else { continue }
      giveWay(entry)
      live -= 1
      start(entry.run.state, insteadOf: entry, [], &commands)
    }
    return commands
  }

  /// The state asks for something else than before: stops what is asked for no longer, then starts what is.
  mutating func change(_ difference: Difference) -> [Command] {
    let (old, new) = duplicates.isEmpty ? difference.parts : difference.whole
    let known = duplicates
    duplicates = []
    var commands: [Command] = []
    commands.reserveCapacity(old.count + new.count)
    var fresh: [Effect.State] = []
    var places: [Int] = []
    for state in old {
      guard let place = entries.place(of: state.id) else { continue }
      entries.slots[place]?.isClaimed = false
      places.append(place)
    }
    for state in new where !weigh(state, known, &commands) { fresh.append(state) }
    for place in places { leave(place, &commands) }
    admit(&commands)
    for state in fresh { start(state, known, &commands) }
    return commands
  }

  /// Stops everything, in the order in which it started.
  mutating func end() -> [Command] {
    var commands: [Command] = []
    for entry in entries.all.sorted(by: { $0.run.number < $1.run.number }) { stop(entry, &commands) }
    return commands + past.all.map { .close($0.run, lastWord: $0.lastWord) }
  }

  /// Compares one state with what runs for it. False when a run is to be started.
  private mutating func weigh(
    _ state: Effect.State, _ known: Set<Identity>, _ commands: inout [Command]
  ) -> Bool {
    guard let place = entries.place(of: state.id), let entry = entries.slots[place] else { return !state.isInProgress }
    guard !entry.isClaimed else {
      reportDuplicate(state.id, known, &commands)
      return true
    }
    entries.slots[place]?.isClaimed = true
    let isSameRun = entry.run.state.generation == state.generation
    let mayFinish = isSameRun && (entry.isWorking || entry.isOver)
    switch state.status {
    case .inProgress where (isSameRun && !entry.isDone) || (overlap == .leading && !entry.isOver):
      entries.slots[place]?.standing = .asked
    case .inProgress where overlap == .leading:
      giveWay(entry)
      return false
    case .idle where mayFinish, .success where mayFinish, .failure where mayFinish:
      entries.slots[place]?.standing = .finishing
    default:
      stop(entry, &commands)
      return !state.isInProgress
    }
    return true
  }

  /// Stops what nothing in the state speaks of any more.
  private mutating func leave(_ place: Int, _ commands: inout [Command]) {
    guard let entry = entries.slots[place], !entry.isClaimed else { return }
    switch overlap {
    case .queued where entry.isOver: giveWay(entry)
    case .queued: entries.slots[place]?.standing = .finishing
    default: stop(entry, &commands)
    }
  }

  /// Makes room for a new run where one is over that may finish: what it dispatched counts, and waits perhaps.
  private mutating func giveWay(_ entry: Entry) {
    entries.remove(entry.run.place)
    past.add(entry.run, entry.lastWord)
  }

  private mutating func start(
    _ state: Effect.State, insteadOf postponed: Entry? = nil, _ known: Set<Identity>, _ commands: inout [Command]
  ) {
    guard entries.place(of: state.id) == nil else { return reportDuplicate(state.id, known, &commands) }
    started += 1
    live += 1
    let run = EffectRun(state, number: started, place: entries.nextPlace, closedWith: postponed?.run)
    let admission = run.delay == nil ? line.enter(run) : .none
    entries.insert(Entry(run: run, standing: postponed?.standing ?? .asked, admission: admission))
    commands.append(.make(run))
  }

  private mutating func stop(_ entry: Entry, _ commands: inout [Command]) {
    entries.remove(entry.run.place)
    line.leave(entry.run, entry.admission)
    if !entry.isOver { live -= 1 }
    commands.append(.stop(entry))
  }

  private mutating func reportDuplicate(_ id: Identity, _ known: Set<Identity>, _ commands: inout [Command]) {
    let isNew = duplicates.insert(id).inserted && !known.contains(id)
    if isNew { commands.append(.report(.duplicateEffect(id: id))) }
  }
}

// What the runs say.
extension Supervision {
  /// A task of the run has been started, which may be a while ago: the run may have gone through it meanwhile.
  ///
  /// False when the run was stopped or took too long meanwhile, and the task is to be cancelled.
  mutating func started(_ run: EffectRun, _ task: Task<Void, Never>, hasWaited: Bool) -> Bool {
    guard let place = entries.place(of: run), let entry = entries.slots[place] else { return false }
    if entry.hasWaited == hasWaited, !entry.isOver { entries.slots[place]?.task = task }
    return !run.isClosed.isRaised
  }

  /// The effect wants to be asked for again later. True when the state has changed since `revision` already.
  mutating func postpone(_ run: EffectRun, asOf revision: Int, _ commands: inout [Command]) -> Bool {
    guard let place = entries.place(of: run) else { return false }
    giveUpAdmission(at: place)
    entries.slots[place]?.phase = .postponed
    postponed.append(place)
    admit(&commands)
    return revision != self.revision
  }

  /// The effect is made and its delay over. True when the run may go on to work at once; a run that
  /// has to wait is begun by a command.
  mutating func ready(_ run: EffectRun, _ effect: Effect) -> Bool {
    guard let place = entries.place(of: run) else { return false }
    if entries.slots[place]?.admission == Entry.Admission.none { entries.slots[place]?.admission = line.enter(run) }
    let mayWork = entries.slots[place]?.admission == .admitted
    entries.slots[place]?.phase = mayWork ? .working : .waiting(effect)
    entries.slots[place]?.hasWaited = !mayWork
    return mayWork
  }

  /// The run has a timeout from now on.
  mutating func setLastWord(_ lastWord: LastWord, of run: EffectRun) {
    if let place = entries.place(of: run) { entries.slots[place]?.lastWord = lastWord }
  }

  /// What follows from the end of work.
  struct RunCompletion {
    /// To be cancelled where the work took too long.
    let task: Task<Void, Never>?
    let commands: [Command]
  }

  /// The work took too long: its last word alone counts from now on. Nil when it was decided otherwise before.
  mutating func tookTooLong(_ run: EffectRun) -> RunCompletion? {
    guard let ending = ended(run) else { return nil }
    run.isClosed.raise()
    return ending
  }

  /// The work has ended by itself. Nil when it was decided otherwise before.
  mutating func ended(_ run: EffectRun) -> RunCompletion? {
    guard let place = entries.place(of: run), let entry = entries.slots[place], !entry.isOver else { return nil }
    live -= 1
    giveUpAdmission(at: place)
    if overlap == .queued, entry.standing == .finishing {
      giveWay(entry)
    } else {
      // Kept, so that what a callback dispatches after a cancel does not count.
      entries.slots[place]?.phase = .ended
      entries.slots[place]?.task = nil
    }
    var commands: [Command] = []
    admit(&commands)
    return RunCompletion(task: entry.task, commands: commands)
  }
}

// Who works, and who waits.
extension Supervision {
  private mutating func giveUpAdmission(at place: Int) {
    guard let entry = entries.slots[place] else { return }
    line.leave(entry.run, entry.admission)
    entries.slots[place]?.admission = .none
  }

  /// Lets those who wait work, as far as the limit goes.
  private mutating func admit(_ commands: inout [Command]) {
    while let run = line.next() {
      guard let place = entries.place(of: run) else { continue }
      entries.slots[place]?.admission = .admitted
      guard case .waiting(let effect) = entries.slots[place]?.phase else { continue }
      entries.slots[place]?.phase = .working
      commands.append(.begin(run, effect))
    }
  }
}
