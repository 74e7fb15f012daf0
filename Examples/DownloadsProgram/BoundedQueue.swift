import Foundation

/// A queue that applies back-pressure: adding an operation waits while the queue is full.
///
/// As a session's delegate queue, it stops a server from sending faster than the delegate works. Without it,
/// `URLSession` on Linux keeps everything that arrived early in memory. The delegate must not wait for the session on
/// this queue.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
  // SAFETY: `count` is private and reached only while `condition` is locked.
  private let condition = NSCondition()
  private let limit: Int
  private var count = 0

  /// Runs one operation at a time, and holds at most `limit`.
  init(limit: Int) {
    self.limit = limit
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    condition.withLock {
      while count >= limit { condition.wait() }
      count += 1
    }
    super.addOperation { [self] in
      block()
      condition.withLock {
        count -= 1
        condition.signal()
      }
    }
  }
}
