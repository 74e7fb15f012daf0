internal import PureduxRecording

/// A session as Chrome trace events, which Perfetto and chrome://tracing can open.
///
/// Each store tree has a row, in which turns are slices and the phases of a turn are nested slices. Work is displayed
/// as asynchronous slices, and causes as arrows between turns. Counters show how many actions are queued and how many
/// observers are called.
struct ChromeTrace {
  /// A recorded tree, with the offset of its recording from the start of the trace.
  struct Row {
    let program: any InspectedProgram
    let offset: Duration
  }

  private static let process = 1
  private static let longestName = 60
  private static let longestText = 1000

  private var entries: [TraceEntry] = []

  static func json(of rows: [Row], named name: String) -> JSON {
    var trace = ChromeTrace()
    trace.add(metadata("process_name", row: 0, name))
    for (index, row) in rows.enumerated() { trace.add(row, number: index + 1) }
    return [
      "displayTimeUnit": "ns", "traceEvents": .array(trace.entries.sorted(by: TraceEntry.isBefore).map(\.json)),
    ]
  }

  private static func metadata(_ kind: String, row: Int, _ name: String) -> TraceEntry {
    TraceEntry("M", kind, process, row, time: .min, ["args": ["name": .string(name)]])
  }

  private mutating func add(_ entry: TraceEntry) { entries.append(entry) }

  private mutating func add(_ row: Row, number: Int) {
    let stores = row.program.stores
    let titles = Dictionary(stores.map { ($0.id, $0.title) }) { first, _ in first }
    let root = stores.first?.title ?? "tree \(number)"
    let events = row.program.events(after: 0, limit: .max)
    let turns = TraceTurn.turns(in: events, offset: row.offset.wholeNanoseconds)
    add(Self.metadata("thread_name", row: number, root))
    for turn in turns { add(turn, titles[turn.event.store] ?? "store \(turn.event.store)", row: number) }
    addNotes(events, row, number: number)
    addWork(events, row, number: number)
    addArrows(events, turns, row: number)
    addCounters(turns, of: root, row: number)
  }

  private mutating func add(_ turn: TraceTurn, _ store: String, row: Int) {
    let (event, timing) = (turn.event, turn.timing)
    let prefix = event.kind == .dropped ? "dropped " : ""
    let arguments = JSON.compact([
      "event": .int(event.number), "store": .string(store), "action": .string(event.text(limit: Self.longestText)),
      "waited in ns": .int(timing.waited.wholeNanoseconds), "observers": .int(timing.observers),
      "cause": .optional(event.cause),
    ])
    let name = "\(store): \(prefix)\(event.text(limit: Self.longestName))"
    addSlice(name, "turn", row, from: turn.began, to: turn.ended, depth: 0, arguments)
    addSlice("reducing", "turn", row, from: turn.began, to: turn.reduced, depth: 1, nil)
    addSlice("publishing", "turn", row, from: turn.reduced, to: turn.ended, depth: 1, nil)
  }

  private mutating func addSlice(
    _ name: String, _ category: String, _ row: Int, from: Int64, to: Int64, depth: Int, _ arguments: JSON?
  ) {
    add(
      TraceEntry(
        "X", name, Self.process, row, time: from, depth: depth,
        ["cat": .string(category), "dur": TraceEntry.microseconds(to - from), "args": arguments ?? .null]))
  }

  /// Adds instant events for all events other than turns and work, for example the release of a store.
  private mutating func addNotes(_ events: [RecordedEvent], _ row: Row, number: Int) {
    for event in events where event.timing == nil && !event.kind.isWork {
      let text = event.text(limit: Self.longestText)
      add(
        TraceEntry(
          "i", event.kind.rawValue, Self.process, number, time: (row.offset + event.began).wholeNanoseconds, depth: 2,
          ["cat": "note", "s": "t", "args": ["event": .int(event.number), "text": .string(text)]]))
    }
  }

  private mutating func addWork(_ events: [RecordedEvent], _ row: Row, number: Int) {
    let end = (row.offset + (events.last?.began ?? .zero)).wholeNanoseconds
    for run in WorkRun.runs(in: events) {
      guard let work = run.started.work else { continue }
      let attempt = work.attempt > 1 ? ", attempt \(work.attempt)" : ""
      let name = work.name + attempt
      let began = (row.offset + run.started.began).wholeNanoseconds
      let ended = run.ended.map { max(began, (row.offset + $0.began).wholeNanoseconds) } ?? max(began, end)
      let fields: [JSON.Member] = [
        JSON.Member(name: "cat", value: "work"),
        JSON.Member(name: "id", value: .string("\(number).\(run.started.number)")),
      ]
      let outcome = JSON.compact([
        "outcome": .string(run.ended?.kind.rawValue ?? "still running"), "error": .optional(run.ended?.error),
      ])
      let start: JSON = ["event": .int(run.started.number)]
      add(
        TraceEntry("b", name, Self.process, number, time: began, depth: 3, fields + [.init(name: "args", value: start)])
      )
      add(
        TraceEntry(
          "e", name, Self.process, number, time: ended, depth: 4, fields + [.init(name: "args", value: outcome)]))
    }
  }

  /// Adds an arrow to each turn from the turn that caused it, whether directly or through work.
  private mutating func addArrows(_ events: [RecordedEvent], _ turns: [TraceTurn], row: Int) {
    let turnOf = Dictionary(turns.map { ($0.event.number, $0) }) { first, _ in first }
    // For each event, the nearest turn in its chain of causes. A cause precedes its effects, so the entry for the cause
    // already exists, and no chain of causes is traversed twice.
    var origins: [Int: TraceTurn] = [:]
    for event in events {
      guard let cause = event.cause, cause < event.number else { continue }
      origins[event.number] = turnOf[cause] ?? origins[cause]
    }
    for turn in turns {
      guard let from = origins[turn.event.number] else { continue }
      let fields: [JSON.Member] = [
        JSON.Member(name: "cat", value: "cause"),
        JSON.Member(name: "id", value: .string("\(row).\(turn.event.number)")),
      ]
      add(TraceEntry("s", "cause", Self.process, row, time: from.began, depth: 3, fields))
      add(
        TraceEntry(
          "f", "cause", Self.process, row, time: turn.began, depth: 3, fields + [JSON.Member(name: "bp", value: "e")]))
    }
  }

  private mutating func addCounters(_ turns: [TraceTurn], of tree: String, row: Int) {
    var changes: [(time: Int64, difference: Int)] = []
    for turn in turns {
      changes.append((turn.posted, 1))
      changes.append((turn.began, -1))
    }
    // At equal times, enqueues sort before dequeues.
    changes.sort { one, other in
      one.time == other.time ? one.difference > other.difference : one.time < other.time
    }
    var waiting = 0
    for change in changes {
      waiting += change.difference
      addCounter("\(tree): waiting actions", "actions", waiting, at: change.time, row)
    }
    for turn in turns {
      addCounter("\(tree): observers called", "observers", turn.timing.observers, at: turn.reduced, row)
    }
  }

  private mutating func addCounter(_ name: String, _ unit: String, _ value: Int, at time: Int64, _ row: Int) {
    let values: JSON = .object([JSON.Member(name: unit, value: .int(value))])
    add(TraceEntry("C", name, Self.process, row, time: time, depth: 5, [JSON.Member(name: "args", value: values)]))
  }
}

/// A turn with its times in nanoseconds. Turns of the same tree do not overlap, and the phases of a turn lie within the
/// turn.
struct TraceTurn {
  let event: RecordedEvent
  let timing: RecordedEvent.Timing
  let posted: Int64
  let began: Int64
  let reduced: Int64
  let ended: Int64

  /// Extracts the turns from the events of one tree.
  ///
  /// Times are measured and rounded separately, so a turn may appear to overlap the next one. Such a turn is shortened.
  static func turns(in events: [RecordedEvent], offset: Int64) -> [TraceTurn] {
    let timed = events.compactMap { event in event.timing.map { (event, $0) } }
    var begins: [Int64] = []
    for (event, _) in timed {
      begins.append(max(begins.last ?? .min, offset + event.began.wholeNanoseconds))
    }
    return timed.indices.map { index in
      let (event, timing) = timed[index]
      let latest = index + 1 < begins.count ? begins[index + 1] : Int64.max
      let began = begins[index]
      let reduced = min(latest, began + max(0, timing.reducing.wholeNanoseconds))
      let ended = min(latest, reduced + max(0, timing.publishing.wholeNanoseconds))
      let posted = max(offset, began - max(0, timing.waited.wholeNanoseconds))
      return TraceTurn(event: event, timing: timing, posted: posted, began: began, reduced: reduced, ended: ended)
    }
  }
}

/// One entry of a Chrome trace.
struct TraceEntry {
  /// The time in nanoseconds.
  let time: Int64
  /// Orders entries with the same time: an enclosing entry has a smaller depth than its contents.
  let depth: Int
  let json: JSON

  /// - Parameters:
  ///   - phase: The type of the trace event, as a single letter.
  ///   - time: The time in nanoseconds; `.min` for metadata, which precedes all other entries.
  init(
    _ phase: String, _ name: String, _ process: Int, _ row: Int, time: Int64, depth: Int = 0, _ fields: [JSON.Member]
  ) {
    self.time = time
    self.depth = depth
    let time = time == .min ? JSON.null : Self.microseconds(time)
    guard
      case .object(let members) = JSON.compact([
        "ph": .string(phase), "name": .string(name), "pid": .int(process), "tid": .int(row), "ts": time,
      ])
    else { fatalError("compact members are an object") }
    json = .object(members + fields.filter { $0.value != .null })
  }

  init(
    _ phase: String, _ name: String, _ process: Int, _ row: Int, time: Int64, depth: Int = 0,
    _ fields: KeyValuePairs<String, JSON>
  ) {
    self.init(
      phase, name, process, row, time: time, depth: depth, fields.map { JSON.Member(name: $0.key, value: $0.value) })
  }

  /// Converts nanoseconds to fractional microseconds, the unit of the trace format.
  static func microseconds(_ nanoseconds: Int64) -> JSON { .double(Double(nanoseconds) / 1000) }

  static func isBefore(_ one: TraceEntry, _ other: TraceEntry) -> Bool {
    one.time != other.time ? one.time < other.time : one.depth < other.depth
  }
}
