import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

@testable import PureduxQuery

extension Notes {
  fileprivate static let saved: [StatePart<Notes>] = [
    .elements("notes", \.notes.savedEntries),
    .elements("note changes", \.notes.savedChanges),
    .elements("note invalidations", \.notes.savedInvalidations),
  ]
}

/// A world whose notes are saved in a journal.
private struct SavedWorld {
  let world: World
  private let persistence: Persistence

  init(
    _ storage: MemoryStorage, _ policy: QueryPolicy = .init(staleAfter: .seconds(60), keepUnused: nil),
    parts: [StatePart<Notes>] = Notes.saved, server: Server = Server(), at seconds: Double = 0, seed: UInt64 = 1
  ) {
    let world = World(policy, TestContext(identitySeed: seed), server: server)
    world.pass(seconds)
    persistence = world.context.run { world.store.persist(parts, in: Journal(storage)) }
    self.world = world
    world.context.runUntilIdle()
  }

  func save() async { #expect(await world.context.runToEnd { await persistence.flush() } == true) }
}

@Suite struct `Queries saved in a journal` {
  private let storage = MemoryStorage()

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `answers keep their age, and pending changes are sent once and in order`(order: [Int]) async {
    let first = SavedWorld(storage)
    first.world.use(1, for: 1)
    first.world.pass(40)
    first.world.use(2, for: 1)
    first.world.server.failSending(times: 9)
    for (mark, key) in [(1, 1), (2, 1), (3, 2)] { first.world.add(AddMark(mark, to: key)) }
    await first.save()
    let ids = first.world.state.pending.map(\.id)
    // The server accepts the first change, and the process is killed before the response.
    let kept = MemoryStorage(storage.read())
    first.world.server.failSending(times: 0)
    first.world.pass(5.6)
    let server = first.world.server
    #expect(server.taken.contains(ids[0]))
    _ = server.takeLog()

    let second = SavedWorld(kept, parts: order.map { Notes.saved[$0] }, server: server, at: 70, seed: 2).world
    #expect(second.value(1)?.marks == [1, 2] && second.value(2)?.marks == [3])
    #expect(second.state.pending.map(\.id) == ids && second.entry(2)?.isRestored == true)
    let uses = [second.use(1), second.use(2)]
    // The first response is 70 seconds old, the second 30.
    #expect(second.server.takeLog().filter { $0.hasPrefix("fetch") } == ["fetch 1"])
    second.pass(20)
    #expect(server.taken.count == 3 && server.note(1).marks == [1, 2] && server.note(2).marks == [3])
    #expect(second.state.pending.isEmpty && second.value(1) == server.note(1) && second.value(2) == server.note(2))
    withExtendedLifetime(uses) {}
  }

  @Test func `an unused answer that was invalidated by its tag is stale, though its entry was not written again`() async
  {
    let first = SavedWorld(storage)
    for key in [1, 2] { first.world.use(key, for: 1) }
    await first.save()
    first.world.send(.notes(.invalidate(["odd"])))
    await first.save()
    let second = SavedWorld(storage, at: 10, seed: 2).world
    let uses = [second.use(1), second.use(2)]
    #expect(second.server.takeLog() == ["fetch 1"])
    second.send(.notes(.invalidate(["even"])))
    #expect(second.server.takeLog() == ["fetch 2"])
    withExtendedLifetime(uses) {}
  }

  @Test func `without the invalidations all answers are stale, because any may concern them`() async {
    let first = SavedWorld(storage, parts: Array(Notes.saved.prefix(2)))
    for key in [1, 2] { first.world.use(key, for: 1) }
    await first.save()
    let second = SavedWorld(storage, parts: Array(Notes.saved.prefix(2)), at: 10, seed: 2).world
    let uses = [second.use(1), second.use(2)]
    #expect(second.value(1) != nil && second.server.takeLog() == ["fetch 1", "fetch 2"])
    second.pass(2)
    let again = second.use(1)
    #expect(second.server.takeLog().isEmpty)
    withExtendedLifetime((uses, again)) {}
  }

  @Test func `a save writes only the changes, and restoring writes nothing`() async throws {
    let first = SavedWorld(storage)
    first.world.store.dispatch(.replace(Notes(.init(staleAfter: .seconds(60), keepUnused: nil))))
    for key in 0..<3000 { first.world.store.dispatch(.pushed(key, Note(marks: [key]))) }
    await first.save()
    let whole = try #require(storage.read()?.count)
    first.world.send(.pushed(7, Note(version: 1)))
    await first.save()
    #expect(try #require(storage.read()?.count) - whole < 300)

    let kept = MemoryStorage(storage.read())
    let second = SavedWorld(kept, .init(staleAfter: .seconds(60), keepUnused: .seconds(30)), seed: 2)
    let before = try #require(kept.read())
    second.world.send(.other)
    let use = second.world.use(8)
    second.world.pass(2)
    await second.save()
    let after = try #require(kept.read())
    #expect(after.starts(with: before) && after.count - before.count < 300)
    #expect(second.world.value(7)?.version == 1 && second.world.state.entries.count == 3000)
    // Unused entries are removed, and then no timer is left.
    second.world.pass(60)
    await second.save()
    #expect(second.world.state.entries.map(\.id) == [8] && second.world.context.clock.sleeperCount == 0)
    use.cancel()
  }

  @Test func `users that existed before the state was restored are announced again`() async {
    let first = SavedWorld(storage)
    first.world.server.change(1)
    first.world.use(1, for: 1)
    await first.save()
    let world = World(.init(staleAfter: .seconds(60), keepUnused: nil), TestContext(identitySeed: 2))
    world.pass(90)
    let use = world.use(1)
    let persistence = world.context.run { world.store.persist(Notes.saved, in: Journal(storage)) }
    world.pass(0.4)
    #expect(world.value(1)?.version == 1 && world.entry(1)?.isUsed == true && world.entry(1)?.isRefreshing == true)
    world.pass(2)
    #expect(world.value(1)?.version == 0 && world.entry(1)?.isFetching == false)
    withExtendedLifetime((use, persistence)) {}
  }

  @Test func `values are removed by a reset`() async {
    let first = SavedWorld(storage)
    first.world.use(1, for: 1)
    first.world.server.failSending(times: 9)
    first.world.add(AddMark(1, to: 1))
    await first.save()
    first.world.send(.reset)
    await first.save()
    let second = SavedWorld(storage, seed: 2).world
    #expect(second.state.entries.isEmpty && second.state.pending.isEmpty)
  }

  @Test func `logical times at the end of their range count as old`() async throws {
    var notes = Notes(.init(staleAfter: .seconds(60), keepUnused: nil))
    let entry =
      #"{"key":1,"value":{"version":1,"marks":[]},"answeredAt":1,"tags":["odd"],"asked":18446744073709551615}"#
      .replacingOccurrences(of: #"["odd"]"#, with: #"[{"name":"odd"}]"#)
    let decoder = JSONDecoder()
    notes.notes.savedEntries = try decoder.decode(OrderedState.self, from: Data("[\(entry)]".utf8))
    notes.notes.savedInvalidations = try decoder.decode(
      OrderedState.self, from: Data(#"[{"id":{"all":{}},"time":18446744073709551615}]"#.utf8))
    let world = World(.init(), state: notes)
    let use = world.use(1)
    world.pass(2)
    world.send(.invalidateAll)
    world.pass(2)
    #expect(world.server.takeLog().last == "fetch 1" && world.value(1)?.version == 0)
    use.cancel()
  }
}
