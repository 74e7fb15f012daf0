import Foundation
import PureduxEffects
import Testing

/// The names of Puredux 2 that have one form now.
struct Puredux2Tests {
  private func ended(_ end: (inout Effect.State) -> Void) -> Effect.State {
    var state = Effect.State.running()
    end(&state)
    return state
  }

  @available(*, deprecated)
  @Test func `the status is the property that is true, and the number that is saved`() throws {
    let rows: [(Effect.State, Effect.State.Status, KeyPath<Effect.State, Bool>)] = [
      (.idle(), .idle, \.isIdle), (.running(), .inProgress, \.isInProgress),
      (ended { $0.succeed() }, .success, \.isSuccess), (ended { $0.fail(nil) }, .failure, \.isFailed),
      (ended { $0.cancel() }, .cancelled, \.isCancelled),
    ]
    struct Saved: Decodable { var status: Int }
    for (number, (state, status, isTrue)) in rows.enumerated() {
      #expect(state.status == status)
      #expect(status.rawValue == number)
      #expect(rows.map(\.2).filter { state[keyPath: $0] } == [isTrue])
      #expect(try JSONDecoder().decode(Saved.self, from: JSONEncoder().encode(state)).status == number)
    }
  }
}
