/// An observer as the model knows it.
struct ModelObserver {
  /// Where in the log something ended, and by whom.
  struct End {
    /// The turn or first call after which it came.
    let unit: Int
    let source: Int
  }

  /// Whose states it is given.
  let node: Int
  private let isFiltered: Bool
  /// Whether it has had its first call.
  private var isWelcome = false
  /// Being cancelled, or its store being released, by another thread: may be called until it once is not.
  private var isLeaving = false
  private var isStoreLeaving = false
  private var end: End?
  private var storeEnd: End?
  private var latest: Int?

  init(node: Int, isFiltered: Bool) {
    self.node = node
    self.isFiltered = isFiltered
  }

  /// Whether it was ended by its token or its answer, or is being so: then no call is owed to it.
  var isCancelled: Bool { isLeaving || end != nil }
  /// Whether it stands in the tree no longer.
  var isOver: Bool { end != nil || storeEnd != nil }
  var mayBeMissed: Bool { isCancelled || isStoreLeaving || storeEnd != nil }

  /// Whether a turn, or the delivery of a subscription, may call it. The one that waits in the mailbox when the store
  /// goes is still given the last state. A call that had begun when another thread ended it may be under way.
  func mayBeCalled(inTurn: Bool, unit: Int, isStrict: Bool) -> Bool {
    [end, inTurn ? storeEnd : nil].allSatisfy { end in
      end.map { !isStrict && $0.source != turnSource && $0.unit == unit } ?? true
    }
  }

  /// Whether a turn calls the observer with this state; keeps what its filter compares.
  mutating func accepts(_ trail: Trail) -> Bool {
    guard isWelcome, !isOver else { return false }
    guard isFiltered else { return true }
    defer { latest = trail.last }
    return latest != trail.last
  }

  /// Takes the first call, or one for being subscribed again.
  mutating func welcome(_ trail: Trail) {
    isWelcome = true
    latest = trail.last
  }

  mutating func beginLeaving() { isLeaving = true }
  mutating func beginLosingStore() { isStoreLeaving = true }
  mutating func end(_ here: End) { end = end ?? here }
  mutating func loseStore(_ here: End) { storeEnd = storeEnd ?? here }

  /// Notes that a turn passed it over, as it may.
  mutating func miss() {
    let here = End(unit: -1, source: turnSource)
    if isCancelled { end(here) } else { loseStore(here) }
  }
}
