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
    let world = World(.init(keepUnused: .seconds(1)))
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
    let world = World(.init(keepUnused: .seconds(time)))
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

  @Test func `a change that is withdrawn after it was sent is fetched, because the server may have it`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    let use = world.use(1)
    world.pass(1)
    world.add(AddMark(5, to: 1))
    world.add(AddMark(6, to: 1))
    // The server has accepted the first change, and its response is in transit. It has never heard of the second.
    world.pass(0.75)
    let ids = world.state.pending.map(\.id)
    _ = world.server.takeLog()
    world.send(.notes(.withdraw(ids[1])))
    #expect(world.value(1)?.marks == [5] && world.server.takeLog().isEmpty)
    world.send(.notes(.withdraw(ids[0])))
    world.pass(1)
    #expect(world.value(1) == Note(version: 1, marks: [5]) && world.server.takeLog() == ["fetch 1"])
    use.cancel()
  }

  @Test func `a change that failed, and is withdrawn, is fetched`() {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    let use = world.use(1)
    world.pass(1)
    world.server.failSending(times: 1)
    world.add(AddMark(5, to: 1))
    world.pass(0.75)
    _ = world.server.takeLog()
    world.send(.notes(.withdraw(world.state.pending[0].id)))
    #expect(world.server.takeLog() == ["fetch 1"])
    use.cancel()
  }

  @Test(arguments: [false, true])
  func `confirming many changes of one key in order applies each of them once more`(isAnswered: Bool) {
    struct Set: PendingChange {
      let number: Int
      let applied: Recorder<Int>
      var keys: [Int] { [0] }
      func apply(to value: inout Int, of key: Int) {
        applied.record(number)
        value = number
      }
    }
    TestContext().run {
      let (count, applied) = (1_000, Recorder<Int>())
      var state = EditableQueryState<Set>(.init(staleAfter: nil))
      state.set(-1, for: 0)
      let ids = (0..<count).map { state.add(Set(number: $0, applied: applied)) }
      #expect(applied.values.count == count && state.value(0) == count - 1)
      for (number, id) in ids.enumerated() {
        state.reduce(.confirmed(id, isAnswered ? [.init(0, number)] : []))
        #expect(state[0]?.confirmedValue == number && state.value(0) == count - 1)
      }
      #expect(applied.values.count <= 2 * count && state.pending.isEmpty)
    }
  }

  @Test func `an answer other than expected is shown with the changes that are still pending`() {
    TestContext().run {
      var state = EditableQueryState<AddMark>(.init(staleAfter: nil))
      state.set(Note(), for: 1)
      let ids = (1...3).map { state.add(AddMark($0, to: 1)) }
      state.reduce(.confirmed(ids[0], [.init(1, Note(version: 7, marks: [9, 1]))]))
      #expect(state.value(1) == Note(version: 7, marks: [9, 1, 2, 3]))
      // Out of order: the confirmed change comes before the one that is still pending.
      state.reduce(.confirmed(ids[2], []))
      #expect(state.value(1)?.marks == [9, 1, 3, 2] && state[1]?.confirmedValue?.marks == [9, 1, 3])
      state.reduce(.confirmed(ids[1], []))
      #expect(state.value(1)?.marks == [9, 1, 3, 2] && state[1]?.isPending == false)
    }
  }
}
