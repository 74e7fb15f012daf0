import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct SharedStoreTests {
  @Test func `who reads the entry sees what others add`() {
    let store = TestStore { StateStore(feature: Tally()) { $0.reduce($1) } }
    // Other tests that run at the same time have the default, or a store of their own.
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
