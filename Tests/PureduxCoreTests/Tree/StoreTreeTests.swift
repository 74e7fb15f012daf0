import PureduxAtomics
import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct StoreTreeTests {
  private let store = StateStore<Int, Int>(0) { $0 += $1 }

  @Test func `unobserved actions are reduced in one batch, and each is a revision`() {
    let tree = store.node.tree
    var indices: [Int] = []
    #expect(tree.reduce(atMost: 100) { index, _ in indices.append(index) } == 100)
    #expect(indices == Array(0..<100))
    #expect(tree.revision == 100)
  }

  @Test func `a batch ends once another thread waits for the state`() {
    let tree = store.node.tree
    let waiting = tree.stateLock.mutex
    #expect(tree.reduce(atMost: 100) { index, _ in if index == 2 { waiting.pointee.waiting = 1 } } == 3)
    #expect(tree.reduce(atMost: 97) { _, _ in } == 1)
    waiting.pointee.waiting = 0
    #expect(tree.reduce(atMost: 96) { _, _ in } == 96)
    #expect(tree.revision == 100)
  }

  @Test func `an action that is reduced while its reducer subscribes is followed by observed turns`() {
    let runner = ManualRunner()
    let seen = Recorder<Int>()
    let tokens = Guarded<[StoreSubscription]>([])
    let observed = Guarded<StateStore<Int, Int>?>(nil)
    let store = StateStore<Int, Int>(0, runner: runner) { state, action in
      state += action
      if state == 2, let store = observed.withLock({ $0 }) {
        let token = store.subscribe { seen.record($0) }
        tokens.withLock { $0.append(token) }
      }
    }
    observed.withLock { $0 = store }
    for _ in 1...4 { store.dispatch(1) }
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [4, 5])
    observed.withLock { $0 = nil }
  }
}
