/// One step of a recording: an action that was reduced, or a note of something else that happened.
///
/// A turn is one step, unless there are middlewares or a gate on its path: then its first step has the action as it was
/// dispatched and reduces nothing, and one more step follows for each level that reduced, with the action as it came
/// there.
@usableFromInline
package struct RecordedStep: Sendable {
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    /// A turn, which this step reduces.
    case turn
    /// A turn whose reducing follows in further steps.
    case dispatch
    /// A turn whose action was kept back.
    case dropped
    /// The action at one level of the turn before.
    case level
    /// A turn that replaced a state.
    case replacement
    case note
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
