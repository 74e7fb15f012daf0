import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Time` {
  @Test func `an unneeded fetch is cancelled after a moment, and continues if a user returns before that`() {
    let world = World(.init(keepUnused: nil, cancelUnusedAfter: .seconds(0.2)))
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
    let world = World(.init(keepUnused: .seconds(32)))
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
    let world = World(.init(keepUnused: nil, pollEvery: .seconds(10)))
    world.use(1, for: 23)
    #expect(world.server.takeLog() == ["fetch 1", "fetch 1", "fetch 1"])
    world.pass(60)
    #expect(world.server.takeLog().isEmpty && world.context.clock.sleeperCount == 0)
  }

  @Test(arguments: [false, true])
  func `users that come and go do not delay a poll, which follows the last response or failure`(fails: Bool) {
    let world = World(
      .init(staleAfter: nil, keepUnused: nil, pollEvery: .seconds(10), retry: RetryPolicy(maxAttempts: 1)))
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
    let world = World(.init(keepUnused: nil, pollEvery: .seconds(2)))
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
    var state = QueryState<Int, Int>(.init(keepUnused: .seconds(1000)))
    let context = TestContext()
    context.run {
      for number in 1...2_000 {
        context.advance(by: .seconds(70))
        state.reduce(.use(1, number.isMultiple(of: 2), number: UInt64(number)))
      }
    }
    #expect(state.content.deadlines.count < 100)
  }

  @Test func `an attempt to fetch that hangs ends after a minute by the store's clock, and is retried`() {
    let world = World(.init(keepUnused: nil))
    world.server.answerAfter(.seconds(1_000_000))
    let use = world.use(1)
    world.pass(59)
    #expect(world.server.takeLog() == ["fetch 1"])
    world.pass(200)
    #expect(world.server.takeLog() == ["fetch 1", "fetch 1"])
    #expect(world.entry(1)?.isFetching == false && world.entry(1)?.failure?.text.contains("60") == true)
    #expect(world.context.clock.sleeperCount == 0 && world.context.misuse.values.isEmpty)
    use.cancel()
  }

  @Test(arguments: [.milliseconds(2_500), .zero, .seconds(-1), nil] as [Duration?])
  func `the time limit of fetches is a part of the policy`(limit: Duration?) {
    let world = World(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 1), fetchTimeLimit: limit))
    world.server.answerAfter(.seconds(1_000))
    let use = world.use(1)
    world.pass(2.4)
    #expect((world.entry(1)?.failure != nil) == (limit.map { $0 < .seconds(2) } ?? false))
    world.pass(0.2)
    #expect((world.entry(1)?.failure != nil) == (limit != nil))
    world.pass(2_000)
    #expect((world.value(1) != nil) == (limit == nil))
    use.cancel()
  }

  @Test func `the timeout of the retry policy takes precedence over the time limit of fetches`() {
    let world = World(.init(keepUnused: nil, retry: RetryPolicy(maxAttempts: 1, timeout: 300)))
    world.server.answerAfter(.seconds(100))
    let use = world.use(1)
    world.pass(250)
    #expect(world.value(1) != nil)
    use.cancel()
  }
}
