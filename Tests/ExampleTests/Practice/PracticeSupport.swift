import Foundation
import Puredux
import PureduxTesting

@testable import Practice

extension Identity {
  init(_ number: UInt8) { self.init(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))) }
}

extension Routine {
  /// A minute of scales and a minute of an étude.
  static let morning = Routine(
    id: Identity(1), title: "Morning",
    exercises: [
      Exercise(id: Identity(2), name: "Scales", minutes: 1), Exercise(id: Identity(3), name: "Étude", minutes: 1),
    ])
}

extension Take {
  static let first = Take(id: Identity(4), date: .test, seconds: 120, loudest: 0.5)
}

extension Date {
  static let test = Date(timeIntervalSince1970: 1_000_000)
}

/// Creates a test store whose features use the microphone and the teacher of the test.
func practice<State, Action>(
  microphone: Microphone = Microphone(requestPermission: { true }, listen: { _ in }),
  advice: @escaping @Sendable (Take) async throws -> String = { _ in "Again." },
  _ make: () -> StateStore<State, Action>
) -> TestStore<State, Action> {
  TestStore {
    Dependencies.with {
      $0.now = { .test }
      $0.microphone = microphone
      $0.advice = advice
    } operation: {
      make()
    }
  }
}
