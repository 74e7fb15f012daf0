import PureduxEffects
import PureduxTesting

/// A test's clock that violates its contract.
final class FaultyClock: Clock {
  enum Fault: CaseIterable {
    /// Every sleep throws at once.
    case throwsAlways
    /// Every third sleep throws at once.
    case throwsSometimes
    /// No sleep ends before it is cancelled.
    case neverFires
  }

  struct Broken: Error {}

  private let clock: TestClock
  private let fault: Fault
  private let sleepCount = Guarded(0)

  init(_ clock: TestClock, _ fault: Fault) {
    self.clock = clock
    self.fault = fault
  }

  var now: TestClock.Instant { clock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    let number = sleepCount.withLock { count in
      count += 1
      return count
    }
    switch fault {
    case .throwsAlways: throw Broken()
    case .throwsSometimes:
      if number.isMultiple(of: 3) { throw Broken() }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    case .neverFires: try await clock.sleep(until: deadline.advanced(by: .seconds(1e9)), tolerance: tolerance)
    }
  }
}
