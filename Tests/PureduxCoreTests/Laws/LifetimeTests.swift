@testable import PureduxCore
import PureduxTesting
import TestSupport
import Testing

@Suite struct LifetimeTests {
  let runner = ManualRunner()
  let root: StateStore<Int, Int>
  let seen = Recorder<String>()

  init() { root = StateStore(0, runner: runner) { $0 += $1 } }

  @Test func `L7: observers keep no store alive`() {
    var store: StateStore<Int, Int>? = StateStore(0, runner: runner) { $0 += $1 }
    let weak = store?.weak()
    let token = store?.subscribe { _ in }
    runner.runUntilIdle()
    store = nil
    #expect(weak?.state == nil)
    withExtendedLifetime(token) {}
  }

  @Test func `L7: a queued observer keeps no store alive, and receives the last state`() {
    var store: StateStore<Int, Int>? = StateStore(0, runner: runner) { $0 += $1 }
    let weak = store?.weak()
    store?.dispatch(1)
    let token = store?.subscribe { [seen] in seen.record("\($0)") }
    store?.dispatch(1)
    store = nil
    #expect(weak?.strong() == nil)
    runner.runUntilIdle()
    #expect(seen.values == ["1"])
    withExtendedLifetime(token) {}
  }

  @Test func `L7: a released child takes its observers and its local state with it, at once`() {
    let (inObserver, inState) = (Probe(), Probe())
    let (observerIsGone, stateIsGone) = (WeakProbe(inObserver), WeakProbe(inState))
    func makeChild(_ inObserver: consuming Probe, _ inState: consuming Probe) -> StateStore<(Int, Probe), Int> {
      let child = root.with(inState) { _, _ in }
      let probe = inObserver
      child.retainObserver { _ in withExtendedLifetime(probe) { .active } }
      runner.runUntilIdle()
      return child
    }
    var child: StateStore<(Int, Probe), Int>? = makeChild(consume inObserver, consume inState)
    #expect(!observerIsGone.isGone)
    child = nil
    #expect(observerIsGone.isGone)
    #expect(stateIsGone.isGone)
    withExtendedLifetime(child) {}
  }

  @Test func `L7: a handle keeps its store alive, and every store above`() {
    let leaf = root.with(1) { $0 += $1 }.with(2) { $0 += $1 }
    leaf.dispatch(1)
    runner.runUntilIdle()
    #expect(leaf.flatMap().state == (1, 2, 3))
  }

  @Test func `L7: observers of a projection remain with the underlying store when its handle is released`() {
    let token = root.map(state: { "\($0)" }).subscribe { [seen] in seen.record($0) }
    root.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == ["0", "1"])
    withExtendedLifetime(token) {}
  }

  @Test func `fifty thousand created and released children leave nothing in the tree`() {
    for index in 0..<50_000 {
      let child = root.with(0) { $0 += $1 }
      child.retainObserver { _ in .active }
      if index.isMultiple(of: 1_000) { runner.runUntilIdle() }
    }
    runner.runUntilIdle()
    #expect(root.node.audience.withLock { $0.branches.slots.count } < 32)
    #expect(!root.node.tree.receivers.any.isRaised)
  }

  @Test func `L7: children released in any order leave nothing behind`() {
    var children = (0..<500).map { _ in root.with(0) { $0 += $1 } }
    for child in children { child.retainObserver { _ in .active } }
    runner.runUntilIdle()
    var generator = SystemRandomNumberGenerator()
    children.shuffle(using: &generator)
    while children.popLast() != nil {
      let live = root.node.audience.withLock { $0.branches.slots.count { $0.element != nil } }
      #expect(live == children.count)
    }
    #expect(root.node.audience.withLock { $0.branches.isEmpty })
  }

  @Test func `L13: a dispatch to a released store is reported, and nothing happens`() {
    let misuse = StoreContext.recordingMisuse {
      let weak = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }.weak()
      weak.dispatch(7)
    }
    #expect(
      misuse.values.map(\.description) == [
        """
        `7` was dispatched to a store that no longer exists, so nothing happened.
        To fix: keep the `StateStore` itself, not only a `WeakStore`, for as long as it is used.
        """
      ])
  }
}
