import PureduxTesting
import Testing

@testable import PureduxCore

/// Observers that a module adds to its own audience.
@Suite struct AudienceAdmissionTests {
  private let runner = ManualRunner()
  private let seen = Recorder<Int>()
  private let store: StateStore<Int, Int>
  private let registration: Registration<Int>

  init() {
    store = StateStore(0, runner: runner) { $0 += $1 }
    let number = store.node.tree.nextNumber()
    registration = Registration(number: number, audience: store.node.audience) { [seen] state in seen.record(state) }
  }

  private func admit(endingWith lifetime: Lifetime? = nil) -> Bool {
    let answer = Guarded(false)
    store.node.tree.mailbox.post { [registration, audience = store.node.audience] turn in
      let isEntered = audience.admit(registration, endingWith: lifetime, turn) { 7 }
      answer.withLock { $0 = isEntered }
    }
    runner.runUntilIdle()
    return answer.withLock { $0 }
  }

  private func closedLifetime() -> Lifetime {
    let lifetime = Lifetime(in: store.node.tree, inside: nil)
    lifetime.close()
    return lifetime
  }

  @Test func `an observer is called with the state in the turn, and then with published states`() {
    #expect(admit())
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [7, 1])
  }

  @Test func `an observer that subscribes after the store's release is called once, and its module is notified`() {
    store.node.audience.close()
    #expect(!admit())
    #expect(seen.values == [7] && registration.isEnded)
  }

  @Test func `an observer added after the end of its lifetime is called only if states are still published`() {
    #expect(admit(endingWith: closedLifetime()))
    #expect(seen.values == [7])
  }

  @Test func `an observer added after its store ended with its lifetime is not called`() {
    store.node.audience.close()
    #expect(admit(endingWith: closedLifetime()))
    #expect(seen.values.isEmpty && registration.isEnded)
  }
}
