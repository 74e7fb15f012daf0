internal import PureduxCore

/// Finds synchronous effects that hold threads of the cooperative pool for long, which everything else there waits for.
///
/// One timer for the whole process, and only while such effects run: the threads are the process's, and so is the time,
/// whatever clocks the stores have.
final class PoolWatch: Sendable {
  static let shared = PoolWatch(interval: .seconds(1))

  private let interval: Duration
  private let users = Guarded<[WeakReference<PoolUser>]>([])

  init(interval: Duration) { self.interval = interval }

  /// Checks a user from now on, until no work of it holds a thread.
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

/// The work of one supervisor, as the watch of the pool sees it.
///
/// Only a supervisor keeps it. The watch refers to it weakly, and not to the supervisor: an object that has once been
/// referred to weakly is retained and released more slowly for ever, and a supervisor is with each run.
final class PoolUser: Sendable {
  private let state: Guarded<SupervisorState>
  private let context: StoreContext
  private let name: String

  init(_ state: Guarded<SupervisorState>, _ context: StoreContext, name: String) {
    self.state = state
    self.context = context
    self.name = name
  }

  /// Reports work that has held a thread of the cooperative pool for too long. False when none holds any.
  func check() -> Bool {
    let (goesOn, lateCount) = state.withLock { $0.checkPool() }
    for _ in 0..<lateCount { context.report(.effectHoldsPool(name: name)) }
    return goesOn
  }
}
