import Dispatch
import PureduxBindings
import PureduxTesting
import Testing
import ThreadProbes

/// Views while work blocks every thread of the cooperative pool, in separate processes.
struct FullPoolViewTests {
  @Test func `a debounced view is updated while work holds every thread of the pool`() async {
    await #expect(processExitsWith: .success) { await Self.update(.debounce(0.2)) }
  }

  @Test func `a throttled view is updated while work holds every thread of the pool`() async {
    await #expect(processExitsWith: .success) { await Self.update(.throttle(0.2)) }
  }

  @MainActor
  private static func update(_ rate: UpdateRate) async {
    let (pool, screen, shown) = (FullPool(), Screen(), Recorder<Int>())
    let store = Counting.store()
    screen.subscribe(store, options: UpdateOptions(rate: rate)) { state in
      if state.count == 2 { pool.release() }
      shown.record(state.count)
    }
    _ = await shown.values(count: 1)
    pool.fill()
    // Two changes in sequence, so that the second has to wait at either rate.
    DispatchQueue.global().async {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    while shown.values.last != 2 { _ = await shown.values(count: shown.values.count + 1) }
  }
}
