/// The model of an observer.
struct ModelObserver {
  /// The position in the log of an end, and its source.
  struct End {
    /// The turn or first call that preceded it.
    let unit: Int
    let source: Int
  }

  /// The node whose states it receives.
  let node: Int
  let kind: ModelObserverKind
  /// Whether it has had its first call.
  private(set) var isWelcome = false
  /// Another thread is cancelling it or releasing its store: it may be called until it is first skipped.
  private var isLeaving = false
  private var isStoreLeaving = false
  private var end: End?
  private var storeEnd: End?
  private var latest: Int?

  init(node: Int, _ kind: ModelObserverKind) {
    self.node = node
    self.kind = kind
  }

  /// Whether it was ended, or is being ended, by its token or its result: then no call is required.
  var isCancelled: Bool { isLeaving || end != nil }
  /// Whether it is no longer in the tree.
  var isOver: Bool { end != nil || storeEnd != nil }
  var mayBeMissed: Bool { isCancelled || isStoreLeaving || storeEnd != nil }

  /// Whether a turn, or the delivery of a subscription, may call it. A subscription that waits in the mailbox when the
  /// store is released still receives the last state. A call that had begun when another thread ended the observer may
  /// still be in progress.
  func mayBeCalled(inTurn: Bool, unit: Int, isStrict: Bool) -> Bool {
    [end, inTurn ? storeEnd : nil].allSatisfy { end in
      end.map { !isStrict && $0.source != turnSource && $0.unit == unit } ?? true
    }
  }

  /// Whether a turn calls the observer with this state; stores the value that its filter compares.
  mutating func accepts(_ trail: Trail) -> Bool {
    guard isWelcome, !isOver else { return false }
    guard kind == .filtered else { return true }
    defer { latest = trail.last }
    return latest != trail.last
  }

  /// Records the first call, or a call after it was subscribed again.
  mutating func welcome(_ trail: Trail) {
    isWelcome = true
    latest = trail.last
  }

  mutating func beginLeaving() { isLeaving = true }
  mutating func beginLosingStore() { isStoreLeaving = true }
  mutating func end(_ here: End) { end = end ?? here }
  mutating func loseStore(_ here: End) { storeEnd = storeEnd ?? here }

  /// Records that a turn skipped it, as permitted.
  mutating func miss() {
    let here = End(unit: -1, source: turnSource)
    if isCancelled { end(here) } else { loseStore(here) }
  }
}
