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
}
