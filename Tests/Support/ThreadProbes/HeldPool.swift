import Dispatch
import Foundation

/// Fills and releases the cooperative pool repeatedly.
///
/// For use in a separate process, because nothing else runs in the process while the pool is full.
public final class HeldPool: Sendable {
  private let count = ProcessInfo.processInfo.activeProcessorCount * 2
  private let gate = Gate()

  private final class Gate: @unchecked Sendable {
    // SAFETY: accessed with the condition locked.
    private var isClosed = false
    private let condition = NSCondition()

    var isShut: Bool { condition.withLock { isClosed } }

    func close() { condition.withLock { isClosed = true } }

    func open() {
      condition.withLock { isClosed = false }
      condition.broadcast()
    }

    func pass() {
      condition.withLock { while isClosed { condition.wait() } }
    }
  }

  /// The process fails after this many seconds.
  public init(atMost seconds: Int) {
    DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + .seconds(seconds)) { exit(1) }
  }

  /// Makes tasks occupy the threads, each as soon as one is free.
  public func fill() {
    gate.close()
    for _ in 0..<count { Task { [gate] in gate.pass() } }
  }

  /// Gives all threads back.
  public func open() { gate.open() }

  /// Whether the threads are blocked, so that no code may await anything.
  public var isFull: Bool { gate.isShut }

  /// Blocks the current thread as long as the pool is full.
  public func holdWhileFull() { gate.pass() }
}
