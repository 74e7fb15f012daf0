import PureduxTesting
import Testing

@testable import PureduxQuery

/// Known complaints about other libraries for server state, each as a test.
@Suite struct `Known complaints` {
  @Test func `an invalidation is swallowed while a fetch is in progress`() {
    let world = World()
    let use = world.use(1)
    // The server has read the value, so its response does not contain later changes.
    world.pass(0.75)
    world.server.change(1)
    world.send(.invalidate([1]))
    world.pass(2)
    #expect(world.value(1)?.version == 1)
    use.cancel()
  }

  @Test func `a poll wipes an optimistic edit away`() {
    let world = World(.init(keepUnused: nil, pollEvery: .seconds(1)))
    world.server.failSending(times: 3)
    let use = world.use(1)
    world.pass(1)
    world.add(AddMark(5, to: 1))
    let seen = Recorder<[Int]>()
    let watching = world.notes[1].subscribe { seen.record($0.value?.marks ?? []) }
    world.pass(20)
    #expect(seen.values.allSatisfy { $0 == [5] } && world.server.takeLog().count { $0 == "fetch 1" } > 8)
    watching.cancel()
    use.cancel()
  }

  @Test(arguments: [true, false])
  func `a second edit is wiped away or rolled back with the first one`(isFirstRefused: Bool) {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    world.add(AddMark(isFirstRefused ? -1 : 1, to: 1))
    world.add(AddMark(2, to: 1))
    let seen = Recorder<Bool>()
    let watching = world.notes[1].subscribe { seen.record($0.value?.marks.contains(2) == true) }
    world.pass(10)
    #expect(!seen.values.contains(false) && world.server.note(1).marks == (isFirstRefused ? [2] : [1, 2]))
    watching.cancel()
    use.cancel()
  }

  @Test func `an outbox loses or reorders offline edits`() {
    let world = World()
    world.server.failSending(times: 7)
    for mark in 1...20 { world.add(AddMark(mark, to: mark % 2)) }
    world.pass(200)
    #expect(world.server.note(0).marks == (1...20).filter { $0 % 2 == 0 })
    #expect(world.server.note(1).marks == (1...20).filter { $0 % 2 == 1 })
  }

  @Test func `a list refetches its pages from the first because the third has failed`() {
    let (asked, isDown) = (Recorder<Int>(), Guarded(true))
    let context = TestContext()
    let (store, lists) = context.run {
      let store = StateStore<QueryState<Int, Pages<Int, Int>>, QueryAction<Int, Pages<Int, Int>>>(
        QueryState(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 2, base: 1)))
      ) {
        $0.reduce($1)
      }
      let lists = store.queries({ $0 }, action: { $0 }) { _, cursor in
        let page = cursor ?? 0
        asked.record(page)
        if page == 2, isDown.withLock({ $0 }) { throw Server.Down() }
        return Pages([page], next: page + 1)
      }
      return (store, lists)
    }
    let use = lists.use(1)
    context.runUntilIdle()
    for _ in 0..<2 {
      lists.dispatch(.more(1))
      context.runUntilIdle()
    }
    context.advance(by: .seconds(30))
    #expect(store.state.value(1)?.items == [0, 1] && store.state[1]?.failure != nil)
    isDown.withLock { $0 = false }
    lists.dispatch(.more(1))
    context.runUntilIdle()
    #expect(asked.values == [0, 1, 2, 2, 2] && store.state.value(1)?.items == [0, 1, 2])
    use.cancel()
  }

  @Test func `thousands of rows that show one answer cost thousands of fetches and updates`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    let (actions, calls) = (Recorder<Int>(), Recorder<Int>())
    let watching = world.store.subscribe { _ in actions.record(1) }
    world.context.runUntilIdle()
    _ = actions.removeAll()
    let rows = (0..<2_000).map { _ in world.notes[7].subscribe { _ in calls.record(1) } }
    world.pass(1)
    // The first use and the response: each row is notified only of its own entry.
    #expect(world.server.takeLog() == ["fetch 7"] && actions.values.count == 2)
    _ = calls.removeAll()
    let other = world.use(8)
    world.pass(1)
    #expect(calls.values.isEmpty)
    other.cancel()
    watching.cancel()
    withExtendedLifetime(rows) {}
  }
}
