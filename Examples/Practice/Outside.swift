import Foundation
import Puredux

/// Everything that the features use beside their states. A test replaces each entry.
extension Dependencies {
  @DependencyEntry var now: @Sendable () -> Date = { Date() }
  @DependencyEntry var microphone = Microphone()
  /// A teacher's advice about a take.
  @DependencyEntry var advice: @Sendable (Take) async throws -> String = { take in
    try await StoreContext.current.clock.sleep(.seconds(1))
    return take.loudest > 0.8 ? "Try it more softly." : "Play it once more, a little slower."
  }
}

/// A microphone; by default, one that hears a metronome.
struct Microphone: Sendable {
  struct Failure: Error, Equatable {}

  var requestPermission: @Sendable () async -> Bool = { true }
  /// Calls the closure with each level, from 0 to 1, until the task is cancelled.
  var listen: @Sendable (_ heard: @escaping @Sendable (Double) -> Void) async throws -> Void = { heard in
    while true {
      try await StoreContext.current.clock.sleep(.milliseconds(500))
      heard(0.5)
    }
  }
}
