import Foundation

/// A queue that makes whoever adds to it wait while it has enough to do.
///
/// As a session's delegate queue it lets no server send faster than the delegate works: on Linux `URLSession` would
/// otherwise keep in memory all that came too early. The delegate must not wait for the session on this queue.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
  // SAFETY: `count` is private and reached only while `condition` is locked.
  private let condition = NSCondition()
  private let limit: Int
  private var count = 0

  /// Does one thing at a time, and takes so many more.
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
