/// An observer as the model knows it.
struct ModelObserver {
  /// Whose states it is given.
  let node: Int
  /// Which handle it was subscribed through.
  private let handle: Int
  private let isFiltered: Bool
  /// Whether it has had its first call.
  private var isWelcome = false
  /// Being ended by another thread, or kept by what was posted before: may be called until it once is not.
  private var isLeaving = false
  private var end: (unit: Int, source: Int)?
  private var latest: Int?

  init(node: Int, handle: Int, isFiltered: Bool) {
    self.node = node
    self.handle = handle
    self.isFiltered = isFiltered
  }

  var isEnded: Bool { end != nil }
  var isLeavingOrEnded: Bool { isLeaving || isEnded }

  /// A call that had begun when another thread ended the observer may still be under way.
  func mayBeCalled(unit: Int, isStrict: Bool) -> Bool {
    guard let end else { return true }
    return !isStrict && end.source != turnSource && end.unit == unit
  }

  /// Whether a turn calls the observer with this state; keeps what its filter compares.
  mutating func accepts(_ trail: Trail) -> Bool {
    guard isWelcome, !isEnded else { return false }
    guard isFiltered else { return true }
    defer { latest = trail.last }
    return latest != trail.last
  }

  /// Takes the first call, and returns the handle whose subscription it fulfils.
  mutating func welcome(_ trail: Trail) -> Int {
    isWelcome = true
    latest = trail.last
    return handle
  }

  mutating func beginLeaving() { isLeaving = true }

  mutating func end(unit: Int, _ source: Int) {
    if end == nil { end = (unit, source) }
  }
}
