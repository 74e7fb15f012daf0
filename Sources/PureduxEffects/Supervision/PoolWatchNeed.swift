/// Whether somebody checks, from time to time, which work holds threads of the cooperative pool.
struct PoolWatchNeed {
  private enum Phase {
    case none, needed, running
  }

  private var phase = Phase.none

  /// Says that work which may hold a thread has begun.
  mutating func need() {
    if case .none = phase { phase = .needed }
  }

  /// Whether checks are to begin; true once for each time that they are needed.
  mutating func takeNeed() -> Bool {
    guard case .needed = phase else { return false }
    phase = .running
    return true
  }

  /// Says that no work holds a thread any more.
  mutating func end() { phase = .none }
}
