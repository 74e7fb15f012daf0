internal import Foundation

/// The main thread, as it is known once it was met.
///
/// `Thread.isMainThread` makes two system calls on Linux, which is more than a whole turn costs.
enum MainThread {
  private static let known = Guarded<pthread_t?>(nil)

  static var isCurrent: Bool {
    // What is compared stays under the lock: on Apple's platforms it is a pointer, which is not `Sendable`.
    if let isKnown = known.withLock({ $0.map { pthread_equal($0, pthread_self()) != 0 } }) { return isKnown }
    guard Thread.isMainThread else { return false }
    known.withLock { $0 = pthread_self() }
    return true
  }
}
