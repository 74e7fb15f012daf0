package import PureduxCore

/// Consecutive steps of a recording, with all the data needed to replay them.
package final class RecordedChunk: @unchecked Sendable {
  // SAFETY: immutable, and the logs are not changed after being passed to a chunk.
  /// The sequence number of the first step.
  package let first: UInt64
  package let steps: ContiguousArray<RecordedStep>
  package let logs: [any AnyActionLog]
  package let notes: ContiguousArray<RecordedNote>
  package let draws: ContiguousArray<RecordedDraws.Draw>

  package init(
    first: UInt64, steps: ContiguousArray<RecordedStep>, logs: [any AnyActionLog],
    notes: ContiguousArray<RecordedNote>, draws: ContiguousArray<RecordedDraws.Draw>
  ) {
    self.first = first
    self.steps = steps
    self.logs = logs
    self.notes = notes
    self.draws = draws
  }

  /// One more than the sequence number of the chunk's last step.
  package var end: UInt64 { first + UInt64(steps.count) }

  /// Replays the steps whose sequence numbers are in `range`.
  ///
  /// - Parameters:
  ///   - context: The tree's context, which becomes the current context for the replay.
  ///   - skipped: The sequence numbers of the steps to skip.
  package func reduce(
    _ range: Range<UInt64>, in replay: Replay, _ context: StoreContext, skipping skipped: Set<UInt64> = []
  ) {
    replay.draws.give(draws, from: range.lowerBound)
    StoreContext.$current.withValue(context) {
      replay.draws.inForce {
        replay.run { turn, locked in reduce(range, skipping: skipped, replay.draws, turn, locked) }
      }
    }
  }

  private func reduce(
    _ range: Range<UInt64>, skipping skipped: Set<UInt64>, _ draws: RecordedDraws, _ turn: borrowing Turn,
    _ locked: borrowing LockToken
  ) {
    // For each log, the number of actions that precede the current step.
    var positions = ContiguousArray(repeating: 0, count: logs.count)
    let (start, end) = (Int(max(range.lowerBound, first) - first), Int(min(range.upperBound, self.end) - first))
    var index = 0
    while index < end {
      let step = steps[index]
      if step.kind == .note {
        index += 1
        continue
      }
      var next = index + 1
      let stop = index < start ? start : end
      if skipped.isEmpty {
        while next < stop, steps[next].log == step.log, steps[next].path == step.path, steps[next].kind == step.kind {
          next += 1
        }
      }
      let position = positions[Int(step.log)]
      positions[Int(step.log)] = position + next - index
      if index >= start, step.isReduced, !skipped.contains(first + UInt64(index)) {
        if !skipped.isEmpty { draws.seek(only: first + UInt64(index)) }
        logs[Int(step.log)].reduce(position..<(position + next - index), by: step.path, turn, locked)
      }
      index = next
    }
  }
}

/// A step of a recording: a reduced action, or a note of another event.
///
/// A turn is recorded as a single step, unless its reduction path has middlewares or a gate. In that case, the first
/// step contains the dispatched action and reduces nothing. Each level that reduced an action then adds a step, which
/// contains the action as it arrived at that level.
package struct RecordedStep: Sendable {
  /// The raw values are stored in session files.
  package enum Kind: UInt8, Sendable {
    /// A turn whose action is reduced in this step.
    case turn = 0
    /// A turn whose action is reduced in the following steps.
    case dispatch = 1
    /// A turn whose action was dropped.
    case dropped = 2
    /// The reduction of an action at one level of the preceding turn.
    case level = 3
    /// A turn that replaced a state.
    case replacement = 4
    case note = 5

    init(_ step: TurnStep) {
      self =
        switch step {
        case .turn: .turn
        case .dispatch: .dispatch
        case .level: .level
        case .replacement: .replacement
        }
    }
  }

  /// The index of the action's log in the chunk.
  package let log: UInt32
  /// The index of the action's path in the log, or of the note in the chunk's notes.
  package let path: UInt32
  package let origin: RecordedOrigin
  /// The time spent in reducers, in units of 16 ticks.
  package var reducing: UInt32 = 0
  package var publishing: UInt32 = 0
  /// The number of observers called in the turn.
  package var observers: UInt32 = 0
  package var kind: Kind

  /// Whether the step is an event. Turns and notes are events; a level belongs to the preceding event.
  package var isEvent: Bool { kind != .level }
  /// Whether a replay reduces the step's action again.
  package var isReduced: Bool { kind == .turn || kind == .level || kind == .replacement }
}

/// The cause of a step, and the time of its turn.
package struct RecordedOrigin: Sendable {
  /// The time at which the turn began, on the recording's clock.
  package var began: UInt64 = 0
  /// The time from posting to the beginning of the turn, in units of 16 ticks.
  package var waited: UInt32 = 0
  /// The number of steps back to the event's cause; 0 if there is no cause.
  package var cause: UInt32 = 0

  /// Converts units of 16 ticks to ticks.
  package static func ticks(_ units: UInt32) -> UInt64 { UInt64(units) << 4 }

  /// Converts ticks to units of 16 ticks, clamping very long durations.
  static func units(_ ticks: UInt64) -> UInt32 { UInt32(clamping: ticks >> 4) }
}

/// An event other than a turn, for example the creation of a store.
package struct RecordedNote: Sendable {
  package let kind: StoreEvent.Kind
  package let store: UInt64
  package let storeName: String?
  /// The cell that held a released store's own state; nil for any other event.
  package let cell: ObjectIdentifier?
}

/// The steps of a recording since its last full chunk.
struct OpenChunk {
  /// The sequence number of the first step.
  private(set) var first: UInt64 = 1
  var steps: ContiguousArray<RecordedStep> = []
  var logs: [any AnyActionLog] = []
  var notes: ContiguousArray<RecordedNote> = []

  /// The sequence number of the next step to be recorded.
  var end: UInt64 { first + UInt64(steps.count) }

  /// Begins the next chunk and reserves capacity for its steps.
  mutating func beginNext(capacity: Int) {
    first = end
    (steps, logs, notes) = ([], [], [])
    steps.reserveCapacity(capacity)
  }

  /// The current chunk, which shares its logs with this value. The logs must not be changed afterwards.
  func chunk(_ draws: RecordedDraws) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs, notes: notes, draws: draws.all)
  }

  /// A copy of the current chunk, independent of later changes.
  func copy(_ draws: RecordedDraws) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs.map { $0.copied() }, notes: notes, draws: draws.all)
  }
}

/// The logs of a chunk, keyed by the identity of their actions' paths.
struct LogTable {
  private var logs: [ObjectIdentifier: any AnyActionLog] = [:]
  /// The lengths of the previous chunk's logs.
  private var lengths: [ObjectIdentifier: Int] = [:]
  init() {}

  subscript(key: ObjectIdentifier) -> (any AnyActionLog)? { logs[key] }

  /// The expected length of a log in the current chunk.
  func capacity(of key: ObjectIdentifier) -> Int { lengths[key] ?? 0 }

  /// Adds a log to the current chunk. Returns true if the chunk did not contain the log before.
  mutating func use(_ log: any AnyActionLog, _ key: ObjectIdentifier) -> Bool {
    logs.updateValue(log, forKey: key) == nil
  }

  /// Begins a chunk. The chunk's logs are expected to be about as long as the logs of the previous chunk.
  mutating func beginNext() {
    lengths = logs.mapValues(\.count)
    logs = [:]
  }
}

/// Stores the chunks that a recorder has filled.
package protocol ChunkKeeper: AnyObject, Sendable {
  /// Stores a chunk. Called with the tree's state lock held.
  func take(_ chunk: RecordedChunk)
  /// Called after `take(_:)`, in a turn, with no lock held.
  func hasTaken()
}
