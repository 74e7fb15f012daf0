import Foundation

/// A thread for work that must not run on the thread of a test.
package enum OtherThread {
  /// Runs a closure on a new thread, and returns when the closure has ended. The calling thread is blocked until then.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      hasEnded.signal()
    }
    hasEnded.wait()
  }
}
