internal import PureduxCore

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

/// The logs of a chunk, by what stands for the paths of their actions.
struct LogTable {
  private var logs: [ObjectIdentifier: any AnyActionLog] = [:]
  /// The lengths of the logs of the chunk before.
  private var lengths: [ObjectIdentifier: Int] = [:]
  init() {}

  subscript(key: ObjectIdentifier) -> (any AnyActionLog)? { logs[key] }

  /// How long a log may become, as far as is known.
  func capacity(of key: ObjectIdentifier) -> Int { lengths[key] ?? 0 }

  /// Takes note of the log that is used; true where it is new.
  mutating func use(_ log: any AnyActionLog, _ key: ObjectIdentifier) -> Bool {
    logs.updateValue(log, forKey: key) == nil
  }

  /// Begins a chunk, in which logs will be about as long as in the one before.
  mutating func beginNext() {
    lengths = logs.mapValues(\.count)
    logs = [:]
  }
}

/// Keeps the chunks that a recorder has filled.
package protocol ChunkKeeper: AnyObject, Sendable {
  /// Takes a chunk, under the state lock of the tree.
  func take(_ chunk: RecordedChunk)
  /// Called in a turn after a chunk was taken, without a lock.
  func hasTaken()
}
