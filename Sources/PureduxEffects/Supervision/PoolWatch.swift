internal import PureduxCore

/// Detects synchronous effects that block threads of the cooperative pool for a long time.
///
/// A single timer serves the whole process, and runs only while synchronous effects run on the pool. The timer measures
/// real time, regardless of the stores' clocks, because all stores share the threads of the process.
final class PoolWatch: Sendable {
  static let shared = PoolWatch(interval: .seconds(1))

  private let interval: Duration
  private let users = Guarded<[WeakReference<PoolUser>]>([])

  init(interval: Duration) { self.interval = interval }

  /// Periodically checks a supervisor's work until none of that work blocks a thread.
  func add(_ user: PoolUser) {
    let isFirst = users.withLock { users in
      users.append(WeakReference(user))
      return users.count == 1
    }
    if isFirst { startTimer() }
  }

  private func startTimer() {
    StoreTimer { [self] in check() }.start(after: interval, in: StoreContext())
  }

  private func check() {
    let all = users.withLock { $0 }
    let done = all.filter { $0.object?.check() != true }
    let goesOn = users.withLock { users in
      users.removeAll { user in done.contains { $0 === user } }
      return !users.isEmpty
    }
    if goesOn { startTimer() }
  }
}

/// Tracks whether the cooperative pool must be checked periodically.
struct PoolWatchNeed {
  private enum Phase {
    case none, needed, running
  }

  private var phase = Phase.none

  /// Records the start of work that may block a thread.
  mutating func need() {
    if case .none = phase { phase = .needed }
  }

  /// Returns true only on the first call after checks of the pool become necessary.
  mutating func takeNeed() -> Bool {
    guard case .needed = phase else { return false }
    phase = .running
    return true
  }

  /// Records that work no longer blocks any thread.
  mutating func end() { phase = .none }
}

/// The work of one supervisor, as seen by `PoolWatch`.
///
/// This object is retained only by its supervisor. `PoolWatch` weakly references this object instead of the supervisor.
/// Each run retains its supervisor, and an object that has ever been weakly referenced is slower to retain and release.
final class PoolUser: Sendable {
  private let state: Guarded<SupervisorState>
  private let context: StoreContext
  private let name: String

  init(_ state: Guarded<SupervisorState>, _ context: StoreContext, name: String) {
    self.state = state
    self.context = context
    self.name = name
  }

  /// Reports work that has blocked a thread of the cooperative pool for too long. Returns false if no work blocks a
  /// thread.
  func check() -> Bool {
    let (goesOn, lateCount) = state.withLock { $0.checkPool() }
    for _ in 0..<lateCount { context.report(.effectHoldsPool(name: name)) }
    return goesOn
  }
}
