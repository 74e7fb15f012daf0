import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct EffectBasicsTests {
  @Test func `an answer arrives, and the next number has none yet`() {
    let store = TestStore { StateStore(feature: Facts()) { $0.reduce($1) } }
    store.send(.ask) { $0.loading.run(RetryPolicy(maxAttempts: 2, base: 0.1)) }
    store.advance(by: .milliseconds(100))
    store.receive(.answered("1 is odd")) {
      $0.fact = "1 is odd"
      $0.loading.succeed()
    }
    store.send(.more) {
      $0.number = 2
      $0.fact = nil
    }
    store.finish()
  }

  @Test func `a failure is retried once, and then shown`() {
    let store = TestStore {
      Dependencies.with {
        $0.fact = { _ in throw Offline() }
      } operation: {
        StateStore(feature: Facts()) { $0.reduce($1) }
      }
    }
    store.send(.ask) { $0.loading.run(RetryPolicy(maxAttempts: 2, base: 0.1)) }
    store.receive(.failed(Offline())) { $0.loading.retryOrFailWith(Offline()) }
    store.advance(by: .milliseconds(100))
    store.receive(.failed(Offline())) { $0.loading.fail(Offline()) }
    store.finish()
  }
}
