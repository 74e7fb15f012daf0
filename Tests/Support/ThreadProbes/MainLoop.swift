import Dispatch
import Foundation

/// The main queue of a program whose main thread runs it.
package enum MainLoop {
  /// Runs everything that waits on the main queue. Call it on the main thread.
  package static func runUntilIdle() { run { $0() } }

  /// Runs the main queue until the closure passed to `start` has been called, on any thread, and everything that was on
  /// the main queue at that time has run.
  package static func run(untilCalled start: (_ end: @escaping @Sendable () -> Void) -> Void) {
    precondition(Thread.isMainThread)
    let hasEnded = Flag()
    start { DispatchQueue.main.async { hasEnded.raise() } }
    while !hasEnded.isRaised { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  private final class Flag: @unchecked Sendable {
    // SAFETY: raised and read only on the main thread, which the precondition above and the main queue ensure.
    private(set) var isRaised = false
    func raise() { isRaised = true }
  }
}
