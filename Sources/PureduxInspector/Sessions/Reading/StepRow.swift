internal import PureduxCore

/// The numbers of one step, as `StepWriter` writes them.
struct StepRow {
  let number: Int
  let kind: RecordedStep.Kind
  /// The index of its batch of actions, or of its note.
  let place: Int
  let store: UInt64
  private let cause: Int
  private let began: Int64
  private let timing: RecordedEvent.Timing?

  init(_ row: [Int64], number: Int) throws {
    guard row.count >= 5, (1..<(1 << 48)).contains(Int64(number)),
      let kind = UInt8(exactly: row[0]).flatMap(RecordedStep.Kind.init), let place = Int(exactly: row[1]),
      let cause = Int(exactly: row[3]),
      let observers = row.count < 9 ? 0 : Int(exactly: row[8])
    else {
      throw JSONSlice.Unexpected()
    }
    self.number = number
    self.kind = kind
    self.place = place
    store = UInt64(bitPattern: row[2])
    self.cause = cause
    began = row[4]
    timing =
      row.count < 9
      ? nil
      : RecordedEvent.Timing(
        waited: .nanoseconds(row[5]), reducing: .nanoseconds(row[6]), publishing: .nanoseconds(row[7]),
        observers: observers)
  }

  func event(
    _ kind: SessionEvent.Kind, _ storeName: String?, action: SessionValue? = nil, work: StoreWork? = nil,
    note: String? = nil
  ) -> SessionEvent {
    SessionEvent(
      number: number, kind: kind, store: store, storeName: storeName,
      cause: cause > 0 && cause < number ? number - cause : nil, began: .nanoseconds(began), timing: timing,
      action: action, work: work, note: note)
  }
}
