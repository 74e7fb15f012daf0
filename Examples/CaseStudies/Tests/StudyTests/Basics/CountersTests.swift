import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct CountersTests {
  @Test func `each counter has its own number`() {
    let store = TestStore { StateStore(feature: TwoCounters()) { $0.reduce($1) } }
    store.send(.first(.increment)) { $0.first.count = 1 }
    store.send(.second(.decrement)) { $0.second.count = -1 }
    store.finish()
  }

  @Test func `a counter alone is the same feature`() {
    let store = TestStore { StateStore(feature: Counter()) { $0.reduce($1) } }
    store.send(.increment) { $0.count = 1 }
    store.send(.decrement) { $0.count = 0 }
    store.finish()
  }
}
