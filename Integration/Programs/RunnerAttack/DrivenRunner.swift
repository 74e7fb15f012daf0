import Dispatch
import Foundation
import PureduxCore

/// A manual runner with a thread that drives it on request.
final class DrivenRunner: Sendable {
  let runner = ManualRunner()
  private let wake = DispatchSemaphore(value: 0)
  private let hasEnded = AtomicFlag()

  func start() {
    Thread.detachNewThread { [self] in
      while !hasEnded.isRaised {
        wake.wait()
        runner.runUntilIdle()
      }
    }
  }

  func drive() { wake.signal() }

  func end() {
    hasEnded.raise()
    wake.signal()
  }
}
