import Dispatch
import Foundation
import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct TapTests {
  private let runner = ManualRunner()
  private let events = Recorder<String>()

  private func words(_ event: StoreEvent) -> String {
    switch event.kind {
    case .turnBegan(let action): "turn of \(action) in \(event.store.number), revision \(event.revision)"
    case .reduced(let action): "reduced \(action), revision \(event.revision)"
    case .published: "published"
    case .dropped(let action): "dropped \(action)"
    case .replaced: "replaced"
    case .computed: "computed"
    case .workStarted, .workEnded, .workFailed, .workCancelled: "work"
    case .storeMade, .storeGone, .misuse: "told to recordings alone"
    }
  }

  @Test func `a turn is reported as its beginning, reducing and publishing, with the store's number`() {
    let store = StateStore(0, runner: runner) { (state: inout Int, action: Int) in state += action }
    let tap = store.tap { [events] in events.record(words($0)) }
    store.dispatch(5)
    runner.runUntilIdle()
    #expect(events.values == ["turn of 5 in \(store.id.number), revision 0", "reduced 5, revision 1", "published"])
    withExtendedLifetime(tap) {}
  }

  @Test func `an action that a middleware drops is reported as dropped`() {
    let store = StateStore<Int, Int>(0, runner: runner, middleware: ClosureMiddleware { _, _ in nil }) { $0 += $1 }
    let tap = store.tap { [events] in events.record(words($0)) }
    store.dispatch(5)
    runner.runUntilIdle()
    #expect(events.values.last == "dropped 5")
    withExtendedLifetime(tap) {}
  }

  @Test func `a tap that ends inside an event receives no others, and the other taps continue`() {
    let store = StateStore(0, runner: runner) { (state: inout Int, action: Int) in state += action }
    let own = Guarded<StoreSubscription?>(nil)
    let first = store.tap { [events] in
      events.record("first " + words($0))
      own.take()?.cancel()
    }
    own.withLock { $0 = first }
    let second = store.tap { [events] in events.record("second " + words($0)) }
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(events.values.filter { $0.hasPrefix("first") }.count == 1)
    #expect(events.values.filter { $0.hasPrefix("second") }.count == 3)
    withExtendedLifetime(second) {}
  }

  @Test @MainActor func `releasing the token of a tap on the main thread delivers nothing before it returns`() async {
    let (store, seen) = (StateStore<Int, Int>(0, runner: .main) { $0 += $1 }, Recorder<Int>())
    let token = store.subscribe { seen.record($0) }
    var tap: StoreSubscription? = store.tap { _ in }
    dispatchFromOtherThread(1, to: store)
    withExtendedLifetime(tap) {}
    tap = nil
    #expect(seen.values == [0])
    await store.settled()
    #expect(seen.values == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test @MainActor func `an event that is told on the main thread delivers nothing before it returns`() async {
    let (store, seen) = (StateStore<Int, Int>(0, runner: .main) { $0 += $1 }, Recorder<Int>())
    let token = store.subscribe { seen.record($0) }
    let tap = store.tap { [events] in events.record(words($0)) }
    dispatchFromOtherThread(1, to: store)
    store.node.tree.post(.dropped(2), of: store.id.number)
    #expect(seen.values == [0])
    await store.settled()
    #expect(seen.values == [0, 1])
    #expect(events.values.last == "dropped 2")
    withExtendedLifetime((token, tap)) {}
  }

  /// Returns when another thread has dispatched the action, which waits for the main queue.
  private func dispatchFromOtherThread(_ action: Int, to store: StateStore<Int, Int>) {
    let isDispatched = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(action)
      isDispatched.signal()
    }
    isDispatched.wait()
  }
}
