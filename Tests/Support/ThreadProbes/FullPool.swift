import Dispatch
import Foundation

/// Blocks every thread of the cooperative pool until it is released.
///
/// For use in a separate process, because nothing else runs in the process in the meantime. The process fails after a
/// minute.
public final class FullPool: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let count = ProcessInfo.processInfo.activeProcessorCount * 4

  public init() {
    DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + 60) { exit(1) }
  }

  /// Occupies the threads: each task occupies a thread as soon as one is free.
  public func fill() {
    for _ in 0..<count { Task { [gate] in Self.hold(gate) } }
  }

  /// Blocks the current thread until the pool is released.
  public func hold() { Self.hold(gate) }

  /// Releases all threads.
  public func release() {
    for _ in 0..<(count + 4) { gate.signal() }
  }

  private static func hold(_ gate: DispatchSemaphore) { gate.wait() }
}
