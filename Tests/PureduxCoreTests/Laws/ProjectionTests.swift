import PureduxCore
import PureduxTesting
import TestSupport
import Testing

/// Work that continues until it is cancelled.
private struct Endless: WorkAction {
  let ended: Recorder<Int>
  func startWork(at store: WorkContext) -> StoreSubscription? { StoreSubscription { ended.record(1) } }
}

@Suite struct ProjectionTests {
  let runner = ManualRunner()
  let ended = Recorder<Int>()

  private func makeRoot() -> StateStore<Int, any Sendable> {
    StateStore(0, runner: runner) { state, action in if let number = action as? Int { state += number } }
  }

  @Test func `L7: a weak handle to a projection is valid as long as the underlying store exists`() {
    var root: StateStore<Int, any Sendable>? = makeRoot()
    let texts = root?.map(state: { "\($0)" }).weak()
    let words = root?.map(actions: { (word: String) -> any Sendable in word.count }).map(state: { -$0 }).weak()
    words?.dispatch("four")
    runner.runUntilIdle()
    #expect(texts?.state == "4" && words?.state == -4)
    root = nil
    #expect(texts?.strong() == nil && words?.strong() == nil)
  }

  @Test func `L7: a handle to a projection keeps the underlying store alive, however it was obtained`() {
    var root: StateStore<Int, any Sendable>? = makeRoot()
    let weak = root?.weak()
    var shown = root?.map(state: { $0 * 2 }).map(state: { $0 + 1 }).weak().strong()
    root = nil
    #expect(shown?.state == 1 && weak?.state == 0)
    shown = nil
    #expect(weak?.state == nil)
  }

  @Test func `L6: work of an action sent through a projection ends with the store, not with its handle`() {
    var root: StateStore<Int, any Sendable>? = makeRoot()
    root?.map(state: { "\($0)" }).dispatch(Endless(ended: ended))
    root?.map(actions: { (work: Endless) in work }).dispatch(Endless(ended: ended))
    root?.map(state: { -$0 }).map(actions: { [ended] (_: Int) in Endless(ended: ended) }).dispatch(1)
    runner.runUntilIdle()
    #expect(ended.values == [])
    root = nil
    #expect(ended.values == [1, 1, 1])
  }

  @Test func `L7: an observer of a projection is released if the store was released before its registration`() {
    let probe = ReleaseProbe()
    var root: StateStore<Int, any Sendable>? = makeRoot()
    let seen = Recorder<String>()
    root?.map(state: { $0 + 1 }).map(state: { "\($0)" }).retainObserver { [token = probe.token()] state in
      withExtendedLifetime(token) { seen.record(state) }
      return .active
    }
    root = nil
    runner.runUntilIdle()
    #expect(seen.values == ["1"])
    probe.expectReleased()
  }
}
