import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Invalidations` {
  @Test func `an invalidation during a fetch is not lost`() {
    let world = World()
    let use = world.use(1)
    world.pass(0.75)
    world.server.change(1)
    for _ in 0..<3 { world.send(.invalidate([1])) }
    world.pass(0.25)
    // The first response is displayed in the meantime, because there is no other value.
    #expect(world.value(1)?.version == 0 && world.entry(1)?.isFetching == true)
    world.pass(1)
    #expect(world.value(1)?.version == 1 && world.entry(1)?.isFetching == false)
    #expect(world.server.takeLog() == ["fetch 1", "fetch 1"])
    use.cancel()
  }

  @Test func `steady invalidations do not block responses`() {
    let world = World()
    let use = world.use(1)
    for _ in 0..<20 {
      world.pass(0.3)
      world.server.change(1)
      world.send(.invalidate([1]))
    }
    #expect(world.value(1)?.version ?? 0 > 5)
    use.cancel()
  }

  @Test func `an invalidation during a fetch that fails for good leads to a fetch too`() {
    let world = World(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 1)))
    let use = world.use(1)
    world.pass(1)
    world.server.failFetches(of: 1, times: 1)
    world.send(.notes(.refetch(1)))
    world.pass(0.4)
    world.server.change(1)
    world.send(.invalidate([1]))
    world.pass(0.1)
    #expect(world.entry(1)?.failure != nil && world.entry(1)?.isFetching == true)
    world.pass(1)
    #expect(world.entry(1)?.failure == nil && world.value(1)?.version == 1)
    use.cancel()
  }

  @Test func `a tag can be invalidated before any response has it`() {
    let world = World()
    let use = world.use(2)
    world.pass(0.75)
    world.send(.notes(.invalidate(["odd"])))
    world.send(.notes(.invalidate(["even"])))
    world.pass(2)
    #expect(world.server.takeLog() == ["fetch 2", "fetch 2"])
    use.cancel()
  }

  @Test func `a pushed value has no tags yet, so any invalidated tag applies to it`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    world.send(.pushed(1, Note(version: 7)))
    let use = world.use(1)
    #expect(world.server.takeLog().isEmpty && world.value(1)?.version == 7)
    world.send(.notes(.invalidate(["even"])))
    #expect(world.server.takeLog() == ["fetch 1"])
    world.pass(1)
    world.send(.notes(.invalidate(["even"])))
    #expect(world.server.takeLog().isEmpty)
    use.cancel()
  }

  @Test func `unused entries with an invalidated tag are fetched at their next use`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    let uses = [world.use(1), world.use(2)]
    world.use(4, for: 1)
    _ = world.server.takeLog()
    world.send(.notes(.invalidate(["even"])))
    world.pass(1)
    #expect(world.server.takeLog() == ["fetch 2"])
    let again = [world.use(4), world.use(1)]
    #expect(world.server.takeLog() == ["fetch 4"])
    withExtendedLifetime((uses, again)) {}
  }

  @Test func `all keys, or selected keys, are invalidated`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    let uses = (1...3).map { world.use($0) }
    world.pass(1)
    _ = world.server.takeLog()
    world.send(.invalidateAll)
    world.pass(1)
    #expect(world.server.takeLog().sorted() == ["fetch 1", "fetch 2", "fetch 3"])
    var state = world.state
    state.invalidate(where: { $0 > 2 })
    #expect(state[3]?.isFetching == true && state[2]?.isFetching == false)
    withExtendedLifetime(uses) {}
  }

  @Test func `tags without a response are removed, although they were invalidated during fetches`() {
    let world = World()
    let use = world.use(1)
    for number in 0..<1000 {
      world.send(.notes(.refetch(1)))
      world.send(.notes(.invalidate([QueryTag("page", number)])))
      if number % 10 == 0 { world.pass(3) }
    }
    world.pass(3)
    #expect(world.state.savedInvalidations.count <= 64 + 10 && world.value(1) != nil)
    use.cancel()
  }

  @Test func `a fetch that hangs keeps a bounded number of invalidations, and none of them is lost`() {
    TestContext().run {
      func tag(_ number: Int) -> QueryTag { QueryTag("order", number) }
      var state = EditableQueryState<AddMark>(.init(staleAfter: nil, keepUnused: nil))
      state.set(Note(), for: 2, tags: ["known"])
      state.reduce(.use(1, true, number: 1))
      state.invalidate(tags: ["known"])
      for number in 0..<20_000 { state.invalidate(tags: [tag(number)]) }
      #expect(state.savedInvalidations.count <= 1_100 && state.isStale(2))
      // The response was requested before its tag was invalidated, so another fetch follows.
      state.reduce(.answered(1, Note(version: 1), [tag(3)]))
      #expect(state.value(1)?.version == 1 && state[1]?.isFetching == true)
      state.reduce(.answered(1, Note(version: 2), [tag(3)]))
      #expect(state[1]?.isFetching == false && !state.isStale(1))
      state.invalidate(tags: [tag(3)])
      #expect(state[1]?.isFetching == true)
    }
  }

  @Test func `the tags that entries had are bounded too while a fetch hangs`() {
    TestContext().run {
      var state = EditableQueryState<AddMark>(.init(staleAfter: nil, keepUnused: nil))
      state.reduce(.use(1, true, number: 1))
      for number in 0..<20_000 {
        state.set(Note(version: number), for: 2, tags: [QueryTag("version", number)])
        state.invalidate(tags: [QueryTag("version", number)])
      }
      #expect(state.content.tagged.count <= 1_100 && state.savedInvalidations.count <= 1_100)
      #expect(state.isStale(2))
    }
  }
}
