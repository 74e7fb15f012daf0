internal import PureduxRecording

/// The numbers of one step, as `StepWriter` writes them.
struct StepRow {
  let number: Int
  let kind: RecordedStep.Kind
  /// The index of its batch of actions, or of its note.
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
