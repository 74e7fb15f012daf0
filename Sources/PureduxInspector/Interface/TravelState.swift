/// Where the program stands: in the present, or at an event of the past.
struct TravelState: Sendable, Equatable {
  /// Actions wait, and effects neither start nor stop.
  var isPaused = false
  /// The event after which the states are shown; nil in the present.
  var position: Int?
  var skipped: Set<Int> = []
}
