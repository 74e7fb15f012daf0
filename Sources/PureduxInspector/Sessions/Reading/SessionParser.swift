internal import PureduxRecording

/// Collects the contents of a session from the lines of its file.
struct SessionParser {
  struct Header {
    let program: String
    let first: Int
    /// The version of the library that wrote the file; nil if the file does not contain the version.
    let library: String?
    let seed: UInt64?
  }

  private let name: String
  private var header: Header?
  private var stores: [UInt64: RecordedStore] = [:]
  private(set) var events: [RecordedEvent] = []
  private(set) var steps: [SessionStep] = []
  private(set) var states: [SessionState] = []
  private(set) var checks: [SessionCheck] = []
  private(set) var draws: ContiguousArray<RecordedDraws.Draw> = []
  /// The number of the last parsed step.
  private var last = 0

  init(_ name: String) { self.name = name }

  var orderedStores: [RecordedStore] { stores.values.sorted { $0.id < $1.id } }

  func requireHeader() throws -> Header {
    guard let header else { throw notASession }
    return header
  }

  private var notASession: SessionError {
    SessionError(
      .notASession, line: 1,
      "\(name) is not a session, so nothing was read.\nTo fix: pass a file that was written by a recording.")
  }

  /// Processes a line. Lines of unknown kinds are skipped, because a later version may have added them.
  mutating func take(_ line: Int, _ kind: String, _ value: JSONSlice) throws {
    if header == nil, kind != "session" { throw notASession }
    switch kind {
    case "session": try takeHeader(value.object(), line)
    case "store": try takeStore(value.object())
    case "state": try takeState(value.object())
    case "steps": try takeSteps(value.object())
    case "check": try takeCheck(value.object())
    default: break
    }
  }

  private mutating func takeHeader(_ object: [String: JSONSlice], _ line: Int) throws {
    guard try object.string("format") == SessionHeader.format else { throw notASession }
    let version = try object.number("version")
    guard version <= SessionHeader.version else {
      throw SessionError(
        .newerVersion, line: line,
        "\(name) has version \(version) of the format, and this library reads up to \(SessionHeader.version), so it was not "
          + "read.\nTo fix: use a later version of the library.")
    }
    header = Header(
      program: try object.string("program"), first: try SessionNumber.event(object.number("first")),
      library: try object.optionalString("library"),
      seed: try object["seed"].map { UInt64(bitPattern: try $0.number()) })
  }

  private mutating func takeStore(_ object: [String: JSONSlice]) throws {
    let id = try SessionNumber.id(object.number("id"))
    var store = stores[id] ?? RecordedStore(id: id)
    store.name = try object.optionalString("name") ?? store.name
    store.stateType = try object.optionalString("state") ?? store.stateType
    store.parent = try object.optionalNumber("parent").map(SessionNumber.id) ?? store.parent
    if let action = try object.optionalString("action"), !store.actionTypes.contains(action) {
      store.actionTypes.append(action)
    }
    stores[id] = store
  }

  private mutating func takeState(_ object: [String: JSONSlice]) throws {
    let value = SessionValue(
      type: try object.string("type"), slice: object["json"], words: try object.optionalString("text"))
    states.append(
      SessionState(
        cell: try SessionNumber.index(object.number("cell")), store: try SessionNumber.id(object.number("store")),
        level: try SessionNumber.index(object.number("level")),
        after: try SessionNumber.position(object.number("after")), value: value))
  }

  private mutating func takeCheck(_ object: [String: JSONSlice]) throws {
    let cells = try object.required("cells").elements().map { slice in
      let cell = try slice.object()
      return SessionCheck.Cell(
        cell: try SessionNumber.index(cell.number("cell")), sum: try cell.string("sum"), whole: cell["json"],
        changed: try cell["changed"]?.object() ?? [:])
    }
    checks.append(SessionCheck(after: try SessionNumber.position(object.number("after")), cells: cells))
  }

  private mutating func takeSteps(_ object: [String: JSONSlice]) throws {
    var actions = try object.required("actions").elements().map { try ActionBatch($0) }
    let notes = try object.required("notes").elements().map { try $0.object() }
    for slice in try object.required("draws").elements() { draws.append(try draw(slice.ints())) }
    var number = try SessionNumber.event(object.number("first"))
    // Rejects a line whose steps are out of order.
    guard number > last else { throw JSONSlice.Unexpected() }
    for slice in try object.required("rows").elements() {
      let row = try StepRow(slice.ints(), number: number)
      if row.kind == .note {
        guard notes.indices.contains(row.place) else { throw JSONSlice.Unexpected() }
        try take(note: notes[row.place], row)
      } else {
        guard actions.indices.contains(row.place) else { throw JSONSlice.Unexpected() }
        take(row, try actions[row.place].next())
      }
      last = number
      number += 1
    }
  }

  private func draw(_ words: [Int64]) throws -> RecordedDraws.Draw {
    guard words.count == 4, let kind = UInt8(exactly: words[1]).flatMap(DrawnValues.Kind.init) else {
      throw JSONSlice.Unexpected()
    }
    let step = try SessionNumber.position(words[0])
    let (first, second) =
      kind == .time
      ? try SessionNumber.drawnTime(words[2], words[3]) : (UInt64(bitPattern: words[2]), UInt64(bitPattern: words[3]))
    return RecordedDraws.Draw(kind: kind, step: step, first: first, second: second)
  }

  private mutating func take(_ row: StepRow, _ action: SessionValue) {
    steps.append(SessionStep(number: UInt64(row.number), kind: row.kind, store: row.store, action: action))
    let kind: RecordedEvent.Kind
    switch row.kind {
    case .turn, .dispatch: kind = .action
    case .dropped: kind = .dropped
    case .replacement: kind = .replaced
    case .level, .note: return
    }
    events.append(row.event(kind, stores[row.store]?.name, action: action))
  }

  private mutating func take(note: [String: JSONSlice], _ row: StepRow) throws {
    let kind = RecordedEvent.Kind(rawValue: try note.string("kind")) ?? .other
    var store = stores[row.store] ?? RecordedStore(id: row.store)
    store.name = try note.optionalString("name") ?? store.name
    if kind == .storeMade {
      store.stateType = try note.optionalString("state") ?? store.stateType
      store.parent = try note.optionalNumber("parent").map(SessionNumber.id)
      if let action = try note.optionalString("action"), !store.actionTypes.contains(action) {
        store.actionTypes.append(action)
      }
    }
    if kind == .storeGone { store.isGone = true }
    stores[row.store] = store
    let work = try note.optionalString("work").map { name in
      StoreWork(
        name: name, run: try SessionNumber.id(note.optionalNumber("run") ?? 0),
        attempt: max(1, SessionNumber.count(try note.optionalNumber("attempt") ?? 1)))
    }
    events.append(row.event(kind, store.name, work: work, note: try note.optionalString("text")))
  }
}
