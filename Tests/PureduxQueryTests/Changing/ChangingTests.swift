import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Pending changes` {
  @Test(arguments: [true, false])
  func `a change is shown at once, stays through a refetch, and is confirmed`(answers: Bool) {
    let world = World(serverAnswers: answers)
    let use = world.use(1)
    world.pass(1)
    world.add(AddMark(5, to: 1))
    #expect(world.value(1)?.marks == [5] && world.entry(1)?.confirmedValue?.marks == [])
    world.server.change(1)
    world.send(.notes(.refetch(1)))
    world.pass(0.4)
    #expect(world.value(1)?.marks == [5] && world.entry(1)?.isPending == true)
    world.pass(5)
    #expect(world.value(1) == Note(version: 2, marks: [5]) && world.entry(1)?.isPending == false)
    #expect(world.state.pending.isEmpty && world.context.clock.sleeperCount == 0)
    use.cancel()
  }

  @Test func `a refused change is rolled back, and later changes stay`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    for mark in [1, -2, 3] { world.add(AddMark(mark, to: 1)) }
    #expect(world.value(1)?.marks == [1, -2, 3])
    world.pass(1.6)
    #expect(world.value(1)?.marks == [1, 3] && world.entry(1)?.confirmedValue?.marks == [1])
    world.pass(3)
    #expect(world.value(1)?.marks == [1, 3] && world.server.note(1).marks == [1, 3])
    use.cancel()
  }

  @Test func `a response requested before a change was confirmed does not remove the change`() {
    let world = World()
    let use = world.use(1)
    world.pass(1)
    world.server.answerAfter(.milliseconds(50))
    world.send(.notes(.refetch(1)))
    world.pass(0.04)
    // The server has read the value, and its response takes a long time.
    world.server.answerAfter(.milliseconds(900))
    world.pass(0.02)
    world.server.answerAfter(.milliseconds(20))
    world.add(AddMark(5, to: 1))
    world.pass(0.1)
    #expect(world.state.pending.isEmpty && world.entry(1)?.isFetching == true)
    let seen = Recorder<Note>()
    let subscription = world.notes[1].subscribe { if let note = $0.value { seen.record(note) } }
    world.pass(4)
    #expect(seen.values.allSatisfy { $0.marks == [5] } && world.value(1)?.marks == [5])
    subscription.cancel()
    use.cancel()
  }

  @Test func `changes of a lane are sent one after another, even after failures, and lanes are independent`() {
    let world = World()
    world.server.failSending(times: 1)
    for change in [AddMark(1, to: 1), AddMark(2, to: 1), AddMark(3, to: 2), AddMark(4, to: 1)] { world.add(change) }
    #expect(world.server.takeLog() == ["send 1", "send 3"])
    world.pass(20)
    #expect(world.server.takeLog() == ["send 1", "send 2", "send 4"])
    #expect(world.server.note(1).marks == [1, 2, 4])
  }

  @Test func `a change touches several entries, and is settled on all of them`() {
    let world = World()
    let uses = [world.use(1), world.use(2)]
    world.pass(1)
    world.add(AddMark(7, to: 1, 2, 1))
    #expect(world.value(1)?.marks == [7] && world.value(2)?.marks == [7])
    world.pass(3)
    #expect(world.entry(1)?.isPending == false && world.entry(2)?.isPending == false)
    #expect(world.value(2) == Note(version: 1, marks: [7]))
    withExtendedLifetime(uses) {}
  }

  @Test func `a change that is not worth retrying stays, and can be sent again or withdrawn`() {
    struct Lane: PendingChange {
      let name: String
      var keys: [Int] { [1] }
      func apply(to value: inout [String], of key: Int) { value.append(name) }
    }
    let (context, isDown, log) = (TestContext(), Guarded(true), Recorder<String>())
    let store = context.run {
      StateStore<EditableQueryState<Lane>, EditableQueryAction<Lane>>(.init(.init(keepUnused: nil))) {
        $0.reduce($1)
      }
    }
    let queries = context.run {
      store.queries({ $0 }, action: { $0 }, retryIf: { _ in false }) { _ in
        []
      } send: { change, _ in
        if isDown.withLock({ $0 }) { throw Server.Down() }
        log.record(change.name)
        return [:]
      }
    }
    for name in ["a", "b"] { queries.dispatch(.add(Lane(name: name))) }
    context.runUntilIdle()
    #expect(store.state.pending[0].failure?.type.contains("Down") == true && log.values.isEmpty)
    isDown.withLock { $0 = false }
    queries.dispatch(.withdraw(store.state.pending[0].id))
    context.runUntilIdle()
    #expect(log.values == ["b"] && store.state.pending.isEmpty)
    isDown.withLock { $0 = true }
    queries.dispatch(.add(Lane(name: "c")))
    context.runUntilIdle()
    isDown.withLock { $0 = false }
    queries.dispatch(.resend)
    context.runUntilIdle()
    #expect(log.values == ["b", "c"] && store.state.pending.isEmpty)
  }

  @Test func `a change without keys is sent at once, and shows nothing`() {
    let world = World()
    world.add(AddMark(1, to: 1))
    world.send(.notes(.add(AddMark(2))))
    #expect(world.server.takeLog() == ["send 1", "send 2"])
    world.pass(2)
    #expect(world.state.pending.isEmpty)
  }

  @Test func `an entry on which changes are pending is not removed`() {
    let world = World(.init(keepUnused: 1))
    world.use(1, for: 1)
    world.server.failSending(times: 5)
    world.add(AddMark(1, to: 1))
    world.pass(10)
    #expect(world.value(1)?.marks == [1])
    world.pass(40)
    #expect(world.state.entries.isEmpty && world.server.note(1).marks == [1])
  }

  @Test(.timeLimit(.minutes(5)), arguments: [0, -1, 1e-10])
  func `an entry on which changes are pending is kept even if no unused entry is`(time: Double) {
    let world = World(.init(keepUnused: time))
    let use = world.use(1)
    world.pass(1)
    world.server.failSending(times: 2)
    world.add(AddMark(1, to: 1))
    use.cancel()
    world.pass(1)
    #expect(world.value(1)?.marks == [1])
    world.pass(60)
    #expect(world.state.entries.isEmpty && world.server.note(1).marks == [1])
  }

  @Test func `a value that sending returns for an entry without a value is fetched`() {
    let world = World(.init(keepUnused: nil, retry: .init(maxAttempts: 1)))
    world.server.failFetches(of: 1, times: 1)
    let use = world.use(1)
    world.pass(1)
    #expect(world.entry(1)?.failure != nil)
    world.add(AddMark(5, to: 1))
    world.pass(3)
    #expect(world.value(1)?.marks == [5] && world.entry(1)?.failure == nil)
    use.cancel()
  }

  @Test func `a pending change is shown on a value that arrives later`() {
    let world = World()
    world.server.failSending(times: 2)
    world.add(AddMark(4, to: 1))
    let use = world.use(1)
    world.pass(1)
    #expect(world.value(1)?.marks == [4] && world.entry(1)?.isPending == true)
    use.cancel()
  }
}
