import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct UIKitCounterTests {
  @Test func `the sum includes all counters`() {
    let store = TestStore { StateStore(feature: CounterList()) { $0.reduce($1) } }
    store.send(.add) { $0.rows = [.init(id: 1)] }
    store.send(.add) { $0.rows.append(.init(id: 2)) }
    store.send(.counter(1, .increment)) { $0.rows[id: 1]?.counter.count = 1 }
    store.send(.counter(2, .increment)) { $0.rows[id: 2]?.counter.count = 1 }
    #expect(store.state.sum == 2)
    store.finish()
  }
}
