import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct SharedStoreTests {
  @Test func `a reader of the shared entry sees the numbers that others add`() {
    let store = TestStore { StateStore(feature: Tally()) { $0.reduce($1) } }
    // Concurrent tests have the default store, or their own.
    SharedStores.with {
      $0.tally = store.store
    } operation: {
      store.send(.add(3)) { ($0.total, $0.largest) = (3, 3) }
      store.send(.add(2)) { $0.total = 5 }
      #expect(TallyReport().text == "total 5, largest 3")
      store.send(.clear) { $0 = Tally() }
    }
    store.finish()
  }
}
