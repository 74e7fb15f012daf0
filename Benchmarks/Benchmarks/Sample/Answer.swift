import Dispatch
import MachineProbes
import PureduxCore

/// The way in which the sender of an action waits until it has been handled.
enum Answer: Sendable {
  /// The thread spins, which gives the shortest round trip.
  case flag(AtomicFlag)
  /// The thread sleeps, which is necessary if both sides share one core.
  case semaphore(DispatchSemaphore)

  static var spinning: Answer { .flag(AtomicFlag()) }
  static var sleeping: Answer { .semaphore(DispatchSemaphore(value: 0)) }

  func give() {
    switch self {
    case .flag(let flag): flag.raise()
    case .semaphore(let semaphore): semaphore.signal()
    }
  }

  func wait() {
    switch self {
    case .flag(let flag):
      while !flag.isRaised {}
      flag.lower()
    case .semaphore(let semaphore): semaphore.wait()
    }
  }
}

extension Meter {
  /// Times one action after another, from dispatch to response.
  mutating func measureRoundTrips(_ answer: Answer, _ send: () -> Void) {
    measureLatencies { actions in
      (0..<actions).map { _ in
        time {
          send()
          answer.wait()
        }
      }
    }
  }

  /// Measures with every thread of the process on one core.
  mutating func pinned(_ body: (inout Meter) -> Void) {
    guard pin_to_one_core() else { return skip("this system does not pin threads to a core") }
    defer { unpin() }
    body(&self)
  }
}
