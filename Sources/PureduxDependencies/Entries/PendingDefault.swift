internal import PureduxCore

/// A default that one thread is making while other threads may wait for it.
///
/// A thread that would wait for itself, directly or through other threads, has found a circular default. That is
/// reported, and the process stops.
@usableFromInline
final class PendingDefault: Sendable {
  let name: String
  let thread: ThreadIdentity
  /// Held by the thread that makes the default.
  ///
  /// A lock, not a group or a semaphore: Apple's systems know the owner of a lock, and raise its priority to that
  /// of the threads that wait for it.
  private let lock = Lock()

  init(of name: String, on thread: ThreadIdentity) {
    self.name = name
    self.thread = thread
  }

  /// Runs `body`, which makes the default or finds that another thread is making it.
  static func making<Result>(_ name: String, _ body: (PendingDefault) -> Result) -> Result {
    let pending = PendingDefault(of: name, on: ThreadIdentity.current)
    return pending.lock.hold { _ in
      graph.withLock { $0.begin(pending) }
      defer { graph.withLock { $0.end(pending) } }
      return body(pending)
    }
  }

  /// Waits until the other thread has made the default.
  func wait() {
    let thread = ThreadIdentity.current
    let cycle = Self.graph.withLock { $0.beginWaiting(for: self, on: thread) }
    if let cycle { Self.stop(at: cycle) }
    lock.hold { _ in }
    Self.graph.withLock { $0.endWaiting(on: thread) }
  }

  private static func stop(at cycle: [String]) -> Never {
    let misuse = Misuse.circularDefault(cycle)
    StoreContext.current.report(misuse)
    fatalError(misuse.description)
  }

  private static let graph = Guarded(WaitForGraph())
}
