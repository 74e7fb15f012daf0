import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct LargeListTests {
  @Test func `an action on one of 100,000 rows reports only that row`() {
    let context = TestContext()
    let store = context.run { StateStore(feature: Warehouse()) { $0.reduce($1) } }
    let updates = Recorder<[ElementChange<Int>]?>()
    let subscription = store.unpacked.observe { _, changes in updates.record(changes) }
    context.runUntilIdle()
    store.dispatch(.pack(7))
    store.dispatch(.pack(99_999))
    context.runUntilIdle()
    #expect(updates.values == [nil, [.removed(7, at: 7)], [.removed(99_999, at: 99_998)]])
    subscription.cancel()
  }

  @Test func `packing an item marks only that item`() {
    let store = TestStore { StateStore(feature: Warehouse(count: 2)) { $0.reduce($1) } }
    store.send(.pack(1)) { $0.items[id: 1]?.isPacked = true }
    store.send(.unpackAll) { $0.items[id: 1]?.isPacked = false }
    store.finish()
  }
}
