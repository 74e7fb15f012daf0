import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Time` {
  @Test func `an unneeded fetch is cancelled after a moment, and continues if a user returns before that`() {
    let world = World(.init(keepUnused: nil, cancelUnusedAfter: 0.2))
    world.use(1, for: 0)
    world.pass(0.1)
    let back = world.use(1)
    world.pass(0.9)
    #expect(world.server.takeLog() == ["fetch 1"] && world.value(1) != nil)
    world.use(2, for: 0)
    world.pass(0.21)
    #expect(world.entry(2)?.isFetching == false && world.context.runningWork.isEmpty)
    back.cancel()
  }

  @Test func `unused entries are removed in time, and then no timer is left`() {
    let world = World(.init(keepUnused: 32))
    let uses = (0..<50).map { world.use($0) }
    world.pass(1)
    for use in uses { use.cancel() }
    world.pass(31)
    #expect(world.state.entries.count == 50 && world.context.clock.sleeperCount == 1)
    world.pass(4)
    #expect(world.state.entries.isEmpty && world.context.clock.sleeperCount == 0)
    #expect(world.state.content.tagged.isEmpty && world.state.content.used.isEmpty)
  }

  @Test func `a used key is polled, and no other`() {
    let world = World(.init(keepUnused: nil, pollEvery: 10))
    world.use(1, for: 23)
    #expect(world.server.takeLog() == ["fetch 1", "fetch 1", "fetch 1"])
    world.pass(60)
    #expect(world.server.takeLog().isEmpty && world.context.clock.sleeperCount == 0)
  }

  @Test(arguments: [false, true])
  func `users that come and go do not delay a poll, which follows the last response or failure`(fails: Bool) {
    let world = World(
      .init(staleAfter: nil, keepUnused: nil, pollEvery: 10, retry: RetryPolicy(maxAttempts: 1)))
    world.use(1, for: 5)
    #expect(world.server.takeLog() == ["fetch 1"])
    if fails { world.server.failFetches(of: 1, times: 1) }
    // The first response arrived after one second.
    for _ in 0..<3 { world.use(1, for: 3) }
    #expect(world.server.takeLog() == ["fetch 1"] && (world.entry(1)?.failure != nil) == fails)
    for _ in 0..<3 { world.use(1, for: 3) }
    #expect(world.server.takeLog() == ["fetch 1"] && world.entry(1)?.failure == nil)
  }

  @Test func `a poll keeps a pending change displayed`() {
    let world = World(.init(keepUnused: nil, pollEvery: 2))
    let use = world.use(1)
    world.pass(1)
    world.server.failSending(times: 4)
    world.add(AddMark(5, to: 1))
    let wiped = Recorder<Bool>()
    let subscription = world.notes[1].subscribe { if $0.value?.marks != [5] { wiped.record(true) } }
    world.pass(30)
    #expect(wiped.values.isEmpty && world.server.note(1).marks == [5])
    subscription.cancel()
    use.cancel()
  }

  @Test func `deadlines are returned in order, whatever order they were added in`() {
    var (deadlines, times) = (Deadlines<Int>(), [Int64]())
    for number in 0..<200 { deadlines.insert(.init(time: Int64(number &* 7919 % 311), key: number)) }
    while let first = deadlines.first {
      times.append(first.time)
      deadlines.removeFirst()
    }
    #expect(times.count == 200 && times == times.sorted())
  }

  @Test func `adding and removing users leaves no deadlines behind`() {
    var state = QueryState<Int, Int>(.init(keepUnused: 1000))
    let context = TestContext()
    context.run {
      for number in 1...2_000 {
        context.advance(by: .seconds(70))
        state.reduce(.use(1, number.isMultiple(of: 2), number: UInt64(number)))
      }
    }
    #expect(state.content.deadlines.count < 100)
  }
}
