/// Finds synchronous effects that hold threads of the cooperative pool for long, which everything else there waits for.
///
/// One timer for the whole process, and only while such effects run: the threads are the process's, and so is the time,
/// whatever clocks the stores have.
final class PoolWatch: Sendable {
  static let shared = PoolWatch(interval: .seconds(1))

  private let interval: Duration
  private let supervisors = Guarded<[WeakReference<Supervisor>]>([])

  init(interval: Duration) { self.interval = interval }

  /// Checks a supervisor from now on, until no work of it holds a thread.
  func add(_ supervisor: Supervisor) {
    let isFirst = supervisors.withLock { supervisors in
      supervisors.append(WeakReference(supervisor))
      return supervisors.count == 1
    }
    if isFirst { startTimer() }
  }

  private func startTimer() {
    StoreTimer { [self] in check() }.start(after: interval, in: StoreContext())
  }

  private func check() {
    let all = supervisors.withLock { $0 }
    let done = all.filter { $0.object?.checkPool() != true }
    let goesOn = supervisors.withLock { supervisors in
      supervisors.removeAll { supervisor in done.contains { $0 === supervisor } }
      return !supervisors.isEmpty
    }
    if goesOn { startTimer() }
  }
}
