internal import PureduxRecording

/// Converts the steps of a recording to lines of a session file. The encoder replays the steps to compute checks of the
/// states.
struct SessionEncoder {
  private let tree: StoreTree
  private let recorder: TurnRecorder
  private let redact: Redaction?
  private let clock: SessionClock
  private var directory = CellDirectory()
  private var described: Set<String> = []
  private var parents: [UInt64: UInt64] = [:]
  let reducer: StepReducer
  private var checks: CheckWriter
  private(set) var lines = SessionLines()
  /// The number of the last written step.
  private(set) var last: UInt64

  init(_ history: RecordedHistory, after last: UInt64, program: String, _ redact: Redaction?) {
    tree = history.tree
    recorder = history.recorder
    clock = SessionClock(history.recorder.clock)
    self.redact = redact
    self.last = last
    reducer = StepReducer(history.tree)
    checks = CheckWriter(redact)
    let header = SessionHeader(
      program: program, first: last + 1, limit: history.limit, seed: history.tree.context.seedOfIdentities)
    lines.add("session", header.json)
  }

  mutating func takeLines() -> [UInt8] { lines.takeAll() }
  func rest() { reducer.add(.rest) }

  /// Adds the checks of captured states. If reducers may run on this thread, captures the remaining states first.
  mutating func addChecks() {
    while true {
      if reducer.isHere { reducer.run() }
      guard let taken = reducer.taken else { return }
      let (states, cost) = checks.write(taken, to: &lines)
      reducer.goOn(from: states, paying: cost)
    }
  }

  /// Replays retained steps that precede the file's first step, to advance the states to that step.
  mutating func pass(_ chunks: [RecordedChunk], in states: Replay) {
    for chunk in chunks where chunk.first <= last {
      findParents(in: chunk)
      chunk.reduce(chunk.first..<min(chunk.end, last + 1), in: states, tree.context)
    }
  }

  /// Captures the initial states of the cells that the chunks change. This method must be fast, because the recording
  /// cannot discard steps during the call.
  mutating func enterCells(of chunks: [RecordedChunk], from states: Replay) -> [EnteredState] {
    var entered: [EnteredState] = []
    for chunk in chunks {
      for (log, path, kind) in Self.paths(chunk) {
        _ = directory.cells(on: path, of: chunk.logs[log], isLevel: kind == .level) { place in
          entered.append(EnteredState(place: place, state: states.past(of: place.cell).copied()))
        }
      }
    }
    return entered
  }

  struct EnteredState {
    let place: CellDirectory.Place
    let state: any ReplayedCell
  }

  /// The distinct paths of a chunk's reduced steps.
  private static func paths(_ chunk: RecordedChunk) -> [(log: Int, path: UInt32, kind: RecordedStep.Kind)] {
    var seen: Set<UInt64> = []
    return chunk.steps.compactMap { step in
      guard step.isReduced, seen.insert(UInt64(step.log) << 32 | UInt64(step.path)).inserted else { return nil }
      return (Int(step.log), step.path, step.kind)
    }
  }

  /// Adds lines for the states returned by `enterCells`.
  mutating func add(_ entered: [EnteredState]) {
    for entry in entered {
      let place = entry.place
      let state = redacted(entry.state.anyValue)
      reducer.add(place.cell.replayed(state).map { .enter($0) } ?? .stop)
      lines.add("state", place.json(of: state, after: last))
    }
  }

  private func redacted(_ value: Any) -> Any {
    guard let redact else { return value }
    return redact(value)
  }

  /// Adds lines for the unwritten steps of a chunk.
  mutating func add(_ chunk: RecordedChunk) {
    guard chunk.end > last + 1 else { return }
    var strangers: [[Int: Any]] = Array(repeating: [:], count: chunk.logs.count)
    var chunk = chunk
    if let redact {
      let logs = chunk.logs.enumerated().map { index, log in
        var position = -1
        return log.changed { action in
          if action is TravelStates { return action }
          let new = redact(action)
          position += 1
          if type(of: new) != type(of: action) { strangers[index][position] = new }
          return new
        }
      }
      chunk = RecordedChunk(
        first: chunk.first, steps: chunk.steps, logs: logs, notes: chunk.notes, draws: chunk.draws)
    }
    describeStores(of: chunk)
    let first = max(chunk.first, last + 1)
    let writer = StepWriter(chunk, from: first, strangers, clock, hidesText: redact != nil)
    lines.add("steps") { writer.append(to: &$0) }
    // An action that was redacted to a value of another type cannot be reduced. If the original action were reduced
    // instead, the next check would reveal the information that was redacted.
    reducer.add(strangers.allSatisfy(\.isEmpty) ? .reduce(chunk, from: first, directory) : .stop)
    last = chunk.end - 1
    addChecks()
  }

  private mutating func findParents(in chunk: RecordedChunk) {
    for note in chunk.notes {
      if case .storeMade(let parent, _, _) = note.kind { parents[note.store] = parent.number }
    }
  }

  private mutating func describeStores(of chunk: RecordedChunk) {
    findParents(in: chunk)
    for step in chunk.steps where step.kind != .note && step.kind != .replacement {
      let log = chunk.logs[Int(step.log)]
      let (store, action) = (log.store(of: step.path), "\(log.actionType)")
      guard described.insert("\(store) \(action)").inserted else { continue }
      lines.add(
        "store",
        .compact([
          "id": .int(Int(store)), "name": .optional(log.name(of: store)),
          "state": .optional(recorder.cell(of: store).map { "\($0.stateType)" }), "action": .string(action),
          "parent": .optional(parents[store].map(Int.init)),
        ]))
    }
  }
}

/// The states captured after a step, to be written to the session file.
struct TakenStates {
  let after: UInt64
  let states: [(place: CellDirectory.Place, state: Any)]
  /// Whether the stores continue from these states; if so, the file must contain them.
  let isBeginning: Bool
  /// The numbers of the cells whose states must be checked; nil if no check is due.
  let checked: Set<Int>?
}
