import Dispatch
import Foundation

/// The main queue of a program whose main thread serves it.
package enum MainLoop {
  /// Runs everything that waits on the main queue. Call it on the main thread.
  package static func runUntilIdle() { run { $0() } }

  /// Runs the main queue until the closure that `start` is given has been called, on any thread, and all that was on the
  /// main queue then has run.
  package static func run(untilCalled start: (_ end: @escaping @Sendable () -> Void) -> Void) {
    precondition(Thread.isMainThread)
    let hasEnded = Flag()
    start { DispatchQueue.main.async { hasEnded.raise() } }
    while !hasEnded.isRaised { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private final class Flag: @unchecked Sendable {
    // SAFETY: raised and read on the main thread only, which the precondition above and the main queue see to.
    private(set) var isRaised = false
    func raise() { isRaised = true }
  }
}
