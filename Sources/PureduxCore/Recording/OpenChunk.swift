/// The steps of a recording that fill no chunk yet.
struct OpenChunk {
  /// The number of the first step.
  private(set) var first: UInt64 = 1
  var steps: ContiguousArray<RecordedStep> = []
  var logs: [any AnyActionLog] = []
  var notes: ContiguousArray<RecordedNote> = []

  /// The number of the next step.
  var end: UInt64 { first + UInt64(steps.count) }

  /// Begins the next chunk, with room for so many steps.
  mutating func beginNext(capacity: Int) {
    first = end
    (steps, logs, notes) = ([], [], [])
    steps.reserveCapacity(capacity)
  }

  /// The chunk as it stands. Its logs still grow.
  func chunk(_ draws: DrawnValues) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs, notes: notes, draws: draws.all)
  }

  /// The chunk as it stands, of which changes are not seen.
  func copy(_ draws: DrawnValues) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs.map { $0.copied() }, notes: notes, draws: draws.all)
  }
}
