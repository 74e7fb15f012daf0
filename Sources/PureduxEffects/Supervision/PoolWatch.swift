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
