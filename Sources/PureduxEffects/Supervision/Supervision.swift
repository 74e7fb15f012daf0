/// What the state asks for, compared with what runs: the decisions, without the work.
///
/// A plain value with no lock, no task and no store. Its transitions say what the caller must do.
@usableFromInline
struct Supervision: Sendable {
  enum Command: Sendable {
    case stop(Stop)
    /// Make the effect of a new run.
    case make(EffectRun)
    /// Let the run do its work.
    case begin(EffectRun, Effect)
    case report(Misuse)
  }

  /// A run to be closed, with its last word, and a task to be cancelled.
  struct Stop: Sendable {
    let run: EffectRun
    let task: Task<Void, Never>?
    let lastWord: LastWord?
    /// Whether it was at work, and so has something to end.
    let wasWorking: Bool
  }

  private struct Entry {
    enum Phase {
      /// Its effect is being made, or its delay goes by.
      case preparing
      /// Its effect waits for a place.
      case waiting(Effect)
      case postponed, working, ended
    }

    enum Standing {
      /// The state asks for it.
      case asked
      /// The state asks for it no longer, and lets it finish.
      case finishing
      /// Nothing in the state has been found that speaks of it.
      case unclaimed
    }

    enum Place { case none, inLine, taken }

    let run: EffectRun
    var phase = Phase.preparing
    var standing = Standing.asked
    var place: Place
    var task: Task<Void, Never>?
    /// What may be said on a timeout, where there is one.
    var lastWord: LastWord?

    var isOver: Bool { if case .ended = phase { true } else { false } }
    var isPostponed: Bool { if case .postponed = phase { true } else { false } }
    var isWorking: Bool { if case .working = phase { true } else { false } }
  }

  private let overlap: Effect.Overlap
  private var entries: [Identity: Entry] = [:]
  /// How many of them have not ended.
  private var live = 0
  private var started = 0
  private var line: Line
  private var postponed: [Identity] = []
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
    for id in again {
      guard let entry = entries[id], entry.isPostponed else { continue }
      entries[id] = nil
      live -= 1
      start(entry.run.state, [], &commands)
    }
    return commands
  }

  /// The state asks for `new` after it asked for `old`: stops what is asked for no longer, then starts what is.
  mutating func change(from old: Asked, to new: Asked) -> [Command] {
    let (old, new) = duplicates.isEmpty ? Self.difference(old, new) : (old[...], new[...])
    let known = duplicates
    duplicates = []
    var commands: [Command] = []
    var fresh: [Effect.State] = []
    for state in old { entries[state.id]?.standing = .unclaimed }
    for state in new where !weigh(state, known, &commands) { fresh.append(state) }
    for state in old { leave(state.id, &commands) }
    admit(&commands)
    for state in fresh { start(state, known, &commands) }
    return commands
  }

  /// Stops everything, in the order in which it started.
  mutating func end() -> [Command] {
    var commands: [Command] = []
    for entry in entries.values.sorted(by: { $0.run.number < $1.run.number }) { stop(entry, &commands) }
    return commands
  }

  /// The parts in which the two differ. What is alike at both ends was dealt with before.
  private static func difference(_ old: Asked, _ new: Asked) -> (Slice<Asked>, Slice<Asked>) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start].asksTheSame(as: new[start]) { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end].asksTheSame(as: new[new.count - 1 - end]) { end += 1 }
    return (old[start..<(old.count - end)], new[start..<(new.count - end)])
  }

  /// Compares one state with what runs for it. False when a run is to be started.
  private mutating func weigh(
    _ state: Effect.State, _ known: Set<Identity>, _ commands: inout [Command]
  ) -> Bool {
    guard let entry = entries[state.id] else { return !state.isInProgress }
    guard entry.standing == .unclaimed else {
      reportDuplicate(state.id, known, &commands)
      return true
    }
    let hasBegun = entry.isWorking || entry.isOver
    let isSameRun = entry.run.state.generation == state.generation
    switch state.status {
    case .inProgress where isSameRun || (overlap == .leading && !entry.isOver):
      entries[state.id]?.standing = .asked
    case .idle where isSameRun && hasBegun, .success where isSameRun && hasBegun,
      .failure where isSameRun && hasBegun:
      entries[state.id]?.standing = .finishing
    default:
      stop(entry, &commands)
      return !state.isInProgress
    }
    return true
  }

  /// Stops what nothing in the state speaks of any more.
  private mutating func leave(_ id: Identity, _ commands: inout [Command]) {
    guard let entry = entries[id], entry.standing == .unclaimed else { return }
    if overlap == .queued, !entry.isOver {
      entries[id]?.standing = .finishing
    } else {
      stop(entry, &commands)
    }
  }

  private mutating func start(_ state: Effect.State, _ known: Set<Identity>, _ commands: inout [Command]) {
    guard entries[state.id] == nil else { return reportDuplicate(state.id, known, &commands) }
    started += 1
    live += 1
    let run = EffectRun(state, number: started)
    entries[state.id] = Entry(run: run, place: run.delay == nil ? enterLine(state.id) : .none)
    commands.append(.make(run))
  }

  private mutating func stop(_ entry: Entry, _ commands: inout [Command]) {
    entries[entry.run.state.id] = nil
    if entry.place == .taken { line.leave() }
    if !entry.isOver { live -= 1 }
    commands.append(
      .stop(Stop(run: entry.run, task: entry.task, lastWord: entry.lastWord, wasWorking: entry.isWorking)))
  }

  private mutating func reportDuplicate(_ id: Identity, _ known: Set<Identity>, _ commands: inout [Command]) {
    let isNew = duplicates.insert(id).inserted && !known.contains(id)
    if isNew { commands.append(.report(.duplicateEffect(id: id))) }
  }
}

// What the runs say.
extension Supervision {
  /// The run's task has been started. False when the run was stopped meanwhile, and its task is to be cancelled.
  mutating func started(_ run: EffectRun, _ task: Task<Void, Never>) -> Bool {
    guard owns(run), let entry = entries[run.state.id] else { return false }
    if !entry.isOver { entries[run.state.id]?.task = task }
    return true
  }

  /// The effect wants to be asked for again later. True when the state has changed since `revision` already.
  mutating func postpone(_ run: EffectRun, asOf revision: Int, _ commands: inout [Command]) -> Bool {
    guard owns(run) else { return false }
    leavePlace(run.state.id)
    entries[run.state.id]?.phase = .postponed
    postponed.append(run.state.id)
    admit(&commands)
    return revision != self.revision
  }

  /// The effect is made and its delay over. True when the run may go on to work at once; a run that
  /// has to wait is begun by a command.
  mutating func ready(_ run: EffectRun, _ effect: Effect) -> Bool {
    guard owns(run), let entry = entries[run.state.id] else { return false }
    let place = entry.place == .none ? enterLine(run.state.id) : entry.place
    entries[run.state.id]?.place = place
    entries[run.state.id]?.phase = place == .taken ? .working : .waiting(effect)
    return place == .taken
  }

  /// The run has a timeout from now on.
  mutating func setLastWord(_ lastWord: LastWord, of run: EffectRun) {
    if owns(run) { entries[run.state.id]?.lastWord = lastWord }
  }

  /// What follows from the end of work.
  struct Ending {
    /// To be cancelled where the work took too long.
    let task: Task<Void, Never>?
    let commands: [Command]
  }

  /// The work has ended by itself, or took too long. Nil when it was decided otherwise before.
  mutating func ended(_ run: EffectRun) -> Ending? {
    let id = run.state.id
    guard owns(run), let entry = entries[id], !entry.isOver else { return nil }
    live -= 1
    leavePlace(id)
    if overlap == .queued, entry.standing == .finishing {
      entries[id] = nil
    } else {
      // Kept, so that what a callback dispatches after a cancel does not count.
      entries[id]?.phase = .ended
      entries[id]?.task = nil
    }
    var commands: [Command] = []
    admit(&commands)
    return Ending(task: entry.task, commands: commands)
  }

  private func owns(_ run: EffectRun) -> Bool { entries[run.state.id]?.run === run }
}

// Who works, and who waits.
extension Supervision {
  private mutating func enterLine(_ id: Identity) -> Entry.Place { line.enter(id) ? .taken : .inLine }

  private mutating func leavePlace(_ id: Identity) {
    if entries[id]?.place == .taken { line.leave() }
    entries[id]?.place = .none
  }

  /// Gives free places to those who wait.
  private mutating func admit(_ commands: inout [Command]) {
    while let id = line.admit(if: { [entries] in entries[$0]?.place == .inLine }) {
      entries[id]?.place = .taken
      guard let entry = entries[id], case .waiting(let effect) = entry.phase else { continue }
      entries[id]?.phase = .working
      commands.append(.begin(entry.run, effect))
    }
  }
}
