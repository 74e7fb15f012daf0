/// Where the program stands: in the present, or at an event of the past.
package struct TravelState: Sendable, Equatable {
  /// Actions wait, and effects neither start nor stop.
  package var isPaused = false
  /// The event after which the states are shown; nil in the present.
  package var position: Int?
  package var skipped: Set<Int> = []

  package init(isPaused: Bool = false, position: Int? = nil, skipped: Set<Int> = []) {
    self.isPaused = isPaused
    self.position = position
    self.skipped = skipped
  }
}
