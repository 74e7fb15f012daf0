internal import Foundation

/// The main thread, as it is known once it was met.
///
/// `Thread.isMainThread` makes two system calls on Linux, which is more than a whole turn costs.
enum MainThread {
  private static let known = Guarded<pthread_t?>(nil)

  static var isCurrent: Bool {
    if let thread = known.withLock({ $0 }) { return pthread_equal(thread, pthread_self()) != 0 }
    guard Thread.isMainThread else { return false }
    let thread = pthread_self()
    known.withLock { $0 = thread }
    return true
  }
}
