import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct OptionalStateTests {
  @Test func `the stopwatch runs while it is shown, and starts from zero each time`() {
    let store = TestStore { StateStore(feature: Track()) { $0.reduce($1) } }
    store.send(.showOrHide) { $0.stopwatch = Stopwatch() }
    store.advance(by: .milliseconds(100))
    store.receive(.stopwatch(.tick)) { $0.stopwatch?.tenths = 1 }
    store.send(.showOrHide) { $0.stopwatch = nil }
    store.advance(by: .seconds(10))
    store.send(.showOrHide) { $0.stopwatch = Stopwatch() }
    store.send(.showOrHide) { $0.stopwatch = nil }
    store.finish()
  }
}
