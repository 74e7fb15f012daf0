import Dispatch
import Foundation

/// Holds every thread of the cooperative pool until it is told to let go.
///
/// For use in a process of its own: nothing else there goes on meanwhile. The process fails after a minute.
public final class FullPool: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let count = ProcessInfo.processInfo.activeProcessorCount * 4

  public init() {
    DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + 60) { exit(1) }
  }

  /// Takes the threads: each task takes one as soon as one is free.
  public func fill() {
    for _ in 0..<count { Task { [gate] in Self.hold(gate) } }
  }

  /// Holds the present thread until the pool is let go.
  public func hold() { Self.hold(gate) }

  /// Gives all threads back.
  public func release() {
    for _ in 0..<(count + 4) { gate.signal() }
  }

  private static func hold(_ gate: DispatchSemaphore) { gate.wait() }
}
