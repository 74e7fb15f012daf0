import PureduxBindings
import PureduxChildren
@testable import PureduxTesting
import TestSupport
import Testing
import ThreadProbes

@Suite struct StoreStatesTests {
  @Test func `the current state comes first, then the newest`() async {
    let store = Counting.store()
    await store.send(.add(1))
    var states = store.states().makeAsyncIterator()
    #expect(await states.next()?.count == 1)
    for _ in 0..<1000 { await store.send(.add(1)) }
    #expect(await states.next()?.count == 1001)
  }

  @Test func `reading the states of a store that only the test runs fails at the line of the sequence`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    var states = store.states().makeAsyncIterator(); let line = #line
    #expect(await states.next() == 0)
    store.dispatch(2)
    #expect(await states.next() == 2)
    #expect(failures.values.first?.hasPrefix("`await states` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    withExtendedLifetime(context) {}
  }

  @Test func `duplicates are left out`() async {
    let store = Counting.store()
    var states = store.states(removeDuplicates: .equal(\.title)).makeAsyncIterator()
    #expect(await states.next()?.count == 0)
    await store.send(.add(1))
    await store.send(.name("a"))
    #expect(await states.next() == Counting(count: 1, title: "a"))
  }

  @Test func `the states end with the store, after its last state`() async {
    var store: StateStore? = Counting.store()
    let states = store!.states()
    let reader = Task {
      var last: Counting?
      for await state in states { last = state }
      return last
    }
    for _ in 0..<100 { store?.dispatch(.add(1)) }
    await store?.settled()
    store = nil
    #expect(await reader.value?.count == 100)
  }

  @Test func `the store's last state can be read after its release`() async {
    var store: StateStore? = Counting.store()
    var states = store!.states().makeAsyncIterator()
    _ = await states.next()
    store?.dispatch(.add(5))
    await store?.settled()
    store = nil
    #expect(await states.next()?.count == 5)
    #expect(await states.next() == nil)
  }

  @Test func `the states end after the actions that were dispatched before the store's release`() async {
    let runner = ManualRunner()
    var store: StateStore? = Counting.store(runner: runner)
    var states = store!.states().makeAsyncIterator()
    runner.runUntilIdle()
    #expect(await states.next()?.count == 0)
    store?.dispatch(.add(5))
    store = nil
    runner.runUntilIdle()
    #expect(await states.next()?.count == 5)
    #expect(await states.next() == nil)
  }

  @Test func `the states end with the task`() async {
    let store = Counting.store()
    let reader = Task {
      var count = 0
      for await _ in store.states() { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
    withExtendedLifetime(store) {}
  }

  @Test func `two readers of one sequence each receive the newest value`() async {
    let store = Counting.store()
    let states = store.states()
    var (one, other) = (states.makeAsyncIterator(), states.makeAsyncIterator())
    #expect(await one.next()?.count == 0)
    await store.send(.add(1))
    #expect(await one.next()?.count == 1)
    #expect(await other.next()?.count == 1)
    await store.send(.add(1))
    #expect(await other.next()?.count == 2)
    #expect(await one.next()?.count == 2)
  }

  @Test func `an iterator that is released unread leaves nothing behind`() async {
    let store = Counting.store()
    weak var probe: Probe?
    do {
      let owned = Probe()
      probe = owned
      _ = store.states(removeDuplicates: Equating(predicate: { _, _ in owned === owned })).makeAsyncIterator()
    }
    await store.settled()
    #expect(probe == nil)
  }

  @Test(.timeLimit(.minutes(30))) func `the loop ends although the runner releases its work`() async {
    final class Dropping: StoreRunner {
      let isDropping = AtomicFlag()
      func run(_ work: @escaping @Sendable () -> Void) { if !isDropping.isRaised { work() } }
    }
    let runner = Dropping()
    var store: StateStore? = Counting.store(runner: runner)
    var states = store?.states().makeAsyncIterator()
    #expect(await states?.next()?.count == 0)
    runner.isDropping.raise()
    store = nil
    #expect(await states?.next() == nil)
  }

  @Test @MainActor func `releasing a store whose states are read delivers nothing synchronously`() async {
    let root = Counting.store(runner: .main)
    let counts = Recorder<Int>()
    let token = root.subscribe { counts.record($0.count) }
    var child: StateStore<(Counting, Int), CountingAction>? = root.with(0) { _, _ in }
    let states = child?.states().makeAsyncIterator()
    OtherThread.run { root.dispatch(.add(1)) }
    child = nil
    #expect(counts.values == [0])
    await root.settled()
    #expect(counts.values == [0, 1])
    withExtendedLifetime((token, states)) {}
  }

  @Test func `the states end with the element of their store, and never include a state without the element`() async {
    let runner = ManualRunner()
    let store = StateStore([1, 2], runner: runner) { (ids: inout [Int], removed: Int) in ids.removeAll { $0 == removed }
    }
    let rows = store.children(of: { $0 }, id: \.self) { parent, id in
      parent.with(0) { (_: inout Int, _: Int) in }.map { state in state.0.first { $0 == id }! }
    }
    runner.runUntilIdle()
    let (first, second) = (rows[1]!, rows[2]!)
    var (read, unread) = (first.states().makeAsyncIterator(), second.states().makeAsyncIterator())
    runner.runUntilIdle()
    #expect(await read.next() == 1)
    store.dispatch(1)
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(await read.next() == nil)
    #expect(await unread.next() == nil)
    withExtendedLifetime((rows, first, second)) {}
  }

  @Test func `a temporary projection can still be read after its handle is released`() async {
    let store = Counting.store()
    var titles = store.map(state: \.title).states().makeAsyncIterator()
    #expect(await titles.next() == "")
    await store.send(.name("a"))
    #expect(await titles.next() == "a")
  }
}

private final class Probe: Sendable {}
