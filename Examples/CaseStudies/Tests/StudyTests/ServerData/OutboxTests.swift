import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct OutboxTests {
  private static let policy = RetryPolicy(maxAttempts: .max, base: 0.1, cap: 60)

  @Test func `messages wait for the first one, which is retried until it has been sent`() {
    let (answers, posted) = (Recorder<Bool>(), Recorder<String>())
    let store = TestStore {
      Dependencies.with {
        $0.post = { text, _ in
          posted.record(text)
          if !answers.removeAll().contains(true) { throw Offline() }
        }
      } operation: {
        StateStore(feature: Outbox()) { $0.reduce($1) }
      }
    }
    store.send(.write("one")) {
      $0.waiting = [.init(id: Identity(), text: "one")]
      $0.sending.run(Self.policy)
    }
    store.receive(.failed(Offline())) { $0.sending.retryOrFailWith(Offline()) }
    store.send(.write("two")) { $0.waiting.append(.init(id: Identity(), text: "two")) }
    for _ in 1...2 {
      answers.record(true)
      store.advance(by: .milliseconds(100))
      store.receive(.sent) {
        $0.waiting.removeFirst()
        $0.sending.succeed()
        if !$0.waiting.isEmpty { $0.sending.run(Self.policy) }
      }
      if !store.state.waiting.isEmpty { store.receive(.failed(Offline())) { $0.sending.retryOrFailWith(Offline()) } }
    }
    store.finish()
    #expect(posted.values == ["one", "one", "two", "two"])
  }
}
