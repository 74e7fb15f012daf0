internal import PureduxAtomics

/// The notes of the turn under way.
struct RecordedTurn {
  /// The place of its first step in the chunk.
  var firstStep = 0
  /// The store that its action was dispatched to.
  var store: UInt64 = 0
  var origin = RecordedOrigin()
  /// When its reducers had run.
  var reduced: UInt64 = 0
  /// What the thread did before.
  var outer = puredux_thread_work()
  /// The event of the turn before.
  var last: UInt64 = 0
}
