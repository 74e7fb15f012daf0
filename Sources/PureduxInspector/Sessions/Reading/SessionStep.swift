internal import PureduxRecording

/// A session step with an action, even if the action was reduced in later steps or dropped.
struct SessionStep: Sendable {
  let number: UInt64
  let kind: RecordedStep.Kind
  let store: UInt64
  let action: SessionValue

  /// Whether this step is a jump, after which all stores continue from past states.
  var isJump: Bool { kind == .replacement && ["TravelStates", "ShownStates"].contains(action.type) }
  /// Whether a replay reduces the action of this step.
  var isReduced: Bool { kind == .turn || kind == .level || kind == .replacement }
}

/// A cell's state, from which the subsequent steps continue.
struct SessionState: Sendable {
  let cell: Int
  let store: UInt64
  /// The number of levels from the store up to the cell, along the store's path; 0 for the store's own cell.
  let level: Int
  let after: UInt64
  let value: SessionValue
}

/// The checksums and changed parts of the states after a step, as stored in a session file.
struct SessionCheck: Sendable {
  struct Cell: Sendable {
    let cell: Int
    let sum: String
    /// The complete state of the cell; nil if the check contains only changes or a checksum.
    let whole: JSONSlice?
    /// The members of the cell's state that have changed since the previous check.
    let changed: [String: JSONSlice]
  }

  let after: UInt64
  let cells: [Cell]
}

/// The actions of one type in a line of a session file, in the order of their steps.
struct ActionBatch {
  private let type: String
  private let json: [JSONSlice]?
  private let texts: [String: JSONSlice]
  private var position = 0

  init(_ slice: JSONSlice) throws {
    let object = try slice.object()
    type = try object.string("action")
    json = try object["json"]?.elements()
    texts = try object["texts"]?.object() ?? [:]
  }

  mutating func next() throws -> SessionValue {
    defer { position += 1 }
    if let words = texts["\(position)"] { return SessionValue(type: type, words: try words.string()) }
    guard let json, json.indices.contains(position) else { throw JSONSlice.Unexpected() }
    return SessionValue(type: type, slice: json[position])
  }
}

/// A row of numbers that describes a step, as written by `StepWriter`.
struct StepRow {
  let number: Int
  let kind: RecordedStep.Kind
  /// The index of the batch that contains the step's action, or the index of the step's note.
  let place: Int
  let store: UInt64
  private let cause: Int
  private let began: Duration
  private let timing: RecordedEvent.Timing?

  init(_ row: [Int64], number: Int) throws {
    guard row.count >= 5, let kind = UInt8(exactly: row[0]).flatMap(RecordedStep.Kind.init) else {
      throw JSONSlice.Unexpected()
    }
    self.number = try SessionNumber.event(Int64(number))
    self.kind = kind
    place = try SessionNumber.index(row[1])
    store = try SessionNumber.id(row[2])
    cause = try SessionNumber.index(row[3])
    began = SessionNumber.time(row[4])
    timing =
      row.count < 9
      ? nil
      : RecordedEvent.Timing(
        waited: SessionNumber.length(row[5]), reducing: SessionNumber.length(row[6]),
        publishing: SessionNumber.length(row[7]), observers: SessionNumber.count(row[8]))
  }

  func event(
    _ kind: RecordedEvent.Kind, _ storeName: String?, action: SessionValue? = nil, work: StoreWork? = nil,
    note: String? = nil
  ) -> RecordedEvent {
    RecordedEvent(
      number: number, kind: kind, store: store, storeName: storeName,
      cause: cause > 0 && cause < number ? number - cause : nil, began: began, timing: timing,
      action: action, work: work, note: note)
  }
}

/// Validates the numbers in a session file before they are used.
///
/// A file with valid checksums may still contain arbitrary numbers. Identifiers that are out of range are rejected.
/// Quantities are clamped, so that they can be added without overflow.
enum SessionNumber {
  /// The greatest valid number of an event, store, cell or run; real programs never reach it.
  private static let most: Int64 = 1 << 48
  /// 36 years in nanoseconds. A few durations of this length can be added without overflow.
  private static let longest: Int64 = 1 << 60

  /// Validates the number of an event.
  static func event(_ number: Int64) throws -> Int { try whole(number, from: 1) }

  /// Validates the number of a step; 0 denotes the beginning of the recording.
  static func position(_ number: Int64) throws -> UInt64 { UInt64(try whole(number, from: 0)) }

  /// Validates the number of a store or of a run of work; 0 means unknown.
  static func id(_ number: Int64) throws -> UInt64 { UInt64(try whole(number, from: 0)) }

  /// Validates an index in a list, or the number of a cell.
  static func index(_ number: Int64) throws -> Int { try whole(number, from: 0) }

  private static func whole(_ number: Int64, from first: Int64) throws -> Int {
    guard (first...most).contains(number), let number = Int(exactly: number) else { throw JSONSlice.Unexpected() }
    return number
  }

  /// Clamps a count to the range from 0 to `Int32.max`.
  static func count(_ number: Int64) -> Int { Int(clamping: max(0, min(number, Int64(Int32.max)))) }

  /// Clamps a time to at most 36 years before or after the beginning of the recording.
  static func time(_ nanoseconds: Int64) -> Duration { .nanoseconds(min(max(nanoseconds, -longest), longest)) }

  /// Clamps a duration to the range from 0 to 36 years.
  static func length(_ nanoseconds: Int64) -> Duration { .nanoseconds(min(max(nanoseconds, 0), longest)) }

  /// Validates the seconds and attoseconds of a time that a reducer read.
  static func drawnTime(_ seconds: Int64, _ attoseconds: Int64) throws -> (UInt64, UInt64) {
    guard abs(Double(seconds)) < 0x1p60, abs(Double(attoseconds)) < 1e18 else { throw JSONSlice.Unexpected() }
    return (UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds))
  }
}
