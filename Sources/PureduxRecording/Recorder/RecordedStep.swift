package import PureduxCore

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
