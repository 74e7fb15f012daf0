package import PureduxCore

/// Some steps of a recording in a row, with all that is needed to reduce them again.
package final class RecordedChunk: @unchecked Sendable {
  // SAFETY: nothing here changes, and the logs are changed only before they are given to a chunk.
  /// The number of the first step.
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

  /// The number after that of the last step.
  package var end: UInt64 { first + UInt64(steps.count) }

  /// Reduces those steps again that lie in a range of numbers.
  ///
  /// - Parameters:
  ///   - context: The context of the tree, which is in force meanwhile.
  ///   - skipped: The numbers of steps that are left out.
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
    // How many actions of each log have come before.
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
        if !skipped.isEmpty { draws.seek(first + UInt64(index)) }
        logs[Int(step.log)].reduce(position..<(position + next - index), by: step.path, turn, locked)
      }
      index = next
    }
  }
}

/// One step of a recording: an action that was reduced, or a note of something else that happened.
///
/// A turn is one step, unless there are middlewares or a gate on its path: then its first step has the action as it was
/// dispatched and reduces nothing, and one more step follows for each level that reduced, with the action as it came
/// there.
package struct RecordedStep: Sendable {
  /// The numbers stand in session files.
  package enum Kind: UInt8, Sendable {
    /// A turn, which this step reduces.
    case turn = 0
    /// A turn whose reducing follows in further steps.
    case dispatch = 1
    /// A turn whose action was kept back.
    case dropped = 2
    /// The action at one level of the turn before.
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

  /// The index of its log in the chunk.
  package let log: UInt32
  /// The index of its path in the log; of a note, the index in the notes of the chunk.
  package let path: UInt32
  package let origin: RecordedOrigin
  /// The time that reducing took, in units of 16 ticks.
  package var reducing: UInt32 = 0
  package var publishing: UInt32 = 0
  /// The number of observers that the turn called.
  package var observers: UInt32 = 0
  package var kind: Kind

  /// A turn is an event, and so is a note; a level belongs to the event before it.
  package var isEvent: Bool { kind != .level }
  /// Whether its own log reduces it.
  package var isReduced: Bool { kind == .turn || kind == .level || kind == .replacement }
}

/// Where a step came from, and when its turn began.
package struct RecordedOrigin: Sendable {
  /// In ticks.
  package var began: UInt64 = 0
  /// Between the post and the turn, in units of 16 ticks.
  package var waited: UInt32 = 0
  /// How many steps before this one its cause stands; 0 where there is none.
  package var cause: UInt32 = 0

  /// The ticks of a time in these units.
  package static func ticks(_ units: UInt32) -> UInt64 { UInt64(units) << 4 }

  /// A time in units of 16 ticks; very long ones are cut off.
  static func units(_ ticks: UInt64) -> UInt32 { UInt32(clamping: ticks >> 4) }
}

/// Something other than a turn that happened in a recorded tree.
package struct RecordedNote: Sendable {
  package let kind: StoreEvent.Kind
  package let store: UInt64
  package let storeName: String?
  /// The cell of a store that was made or has gone.
  package let cell: ObjectIdentifier?
}

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
  func chunk(_ draws: RecordedDraws) -> RecordedChunk {
    RecordedChunk(first: first, steps: steps, logs: logs, notes: notes, draws: draws.all)
  }

  /// The chunk as it stands, of which changes are not seen.
  func copy(_ draws: RecordedDraws) -> RecordedChunk {
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
