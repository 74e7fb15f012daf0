import Foundation
import PureduxFiles
import PureduxTesting
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// Stores that follow a journal that another process or store writes.
@Suite struct FollowTests {
  let clock = TestClock()
  let storage = MemoryStorage()
  let problems = Recorder<PersistenceError>()

  private func reader(_ journal: Journal<Shelf>? = nil) -> (StateStore<Shelf, Int>, JournalFollowing) {
    let store = StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore<Shelf, Int>(Shelf()) { shelf, _ in shelf.draft += "x" }
    }
    let journal = journal ?? Journal(in: storage, onProblem: { [problems] in problems.record($0) })
    return (store, store.follow(Shelf.saved, in: journal))
  }

  @Test func `each save arrives completely, and properties outside the saved parts stay`() async {
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 30)
    let (store, following) = reader()
    store.dispatch(1)
    await store.settled()
    #expect(store.state.isSaved(as: Shelf(edits: 30)))
    var expected = Shelf(edits: 30)
    while keeper.shelf.turn.number < 2_500 {
      let count = Int.random(in: 1...40)
      for _ in 0..<count { keeper.edit(keeper.shelf.turn.number + 1) }
      keeper.save()
      while expected.turn.number < keeper.shelf.turn.number { expected.edit(expected.turn.number + 1) }
      if Bool.random() { continue }
      #expect(await following.look())
      #expect(store.state.isSaved(as: expected), "\(expected.turn.number)")
    }
    #expect(store.state.draft == "x")
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `a look returns after the turn of a save that another look has just read`() async {
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    let (store, following) = reader()
    for number in 1...500 {
      keeper.edit(number)
      keeper.save()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await following.look()
            #expect(store.state.turn.number == number)
          }
        }
      }
    }
  }

  @Test func `following polls every 50 milliseconds, and reads a journal that is created later`() async {
    let (store, _) = reader()
    await store.settled()
    #expect(store.state.turn.number == 0)
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 3)
    await clock.untilAsleep()
    #expect(clock.nextDeadline?.offset == .milliseconds(50))
    let seen = Recorder<Int>()
    let subscription = store.subscribe { if $0.turn.number > 0 { seen.record($0.turn.number) } }
    clock.advance(by: .milliseconds(50))
    #expect(await seen.values(count: 1) == [3])
    subscription.cancel()
  }

  @Test func `a partial save is ignored, and a truncated file yields the last complete save`() async throws {
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 20)
    let snapshot = try #require(storage.read())
    keeper.edit(upTo: 21)
    let first = try #require(storage.read())
    keeper.edit(upTo: 22)
    let all = try #require(storage.read())
    #expect(all.starts(with: first))
    let written = MemoryStorage(snapshot)
    var tail = Journal<Shelf>(in: written).tail(Shelf.saved, from: Shelf())
    #expect(try tail.look())
    for count in snapshot.count...all.count {
      written.write(all.prefix(count))
      let isNew = try tail.look()
      #expect(isNew == (count == first.count || count == all.count))
      #expect(tail.state.turn.number == (count < first.count ? 20 : count < all.count ? 21 : 22))
      #expect(tail.state.isSaved(as: Shelf(edits: tail.state.turn.number)))
    }
  }

  @Test func `a damaged file is reported once, and followed again when it is intact`() async throws {
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 20)
    let good = try #require(storage.read())
    storage.write(Data("nonsense".utf8))
    let (store, following) = reader()
    #expect(await !following.look())
    #expect(await !following.look())
    #expect(problems.kinds() == [.damaged])
    storage.write(good)
    #expect(await following.look())
    #expect(store.state.isSaved(as: Shelf(edits: 20)))
  }

  @Test func `following does not keep the store alive`() async {
    var (store, following): (StateStore<Shelf, Int>?, JournalFollowing?) = (nil, nil)
    (store, following) = {
      let (store, following) = reader(); return (store, following)
    }()
    let weak = store?.weak()
    await store?.settled()
    store = nil
    #expect(weak?.state == nil)
    #expect(await following?.look() == true)
  }

  @Test func `a changed link ends its watch, and a following store reads the new target`() async throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appendingPathComponent("link")
    for (name, edits) in [("one", 10), ("two", 20)] {
      let keeper = ShelfKeeper(FileStorage(folder.url.appendingPathComponent(name)))
      keeper.begin()
      keeper.edit(upTo: edits)
    }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "one")
    let store = StateStore<Shelf, Never>(Shelf()) { _, _ in }
    store.follow(Shelf.saved, in: Journal(FileStorage(link)))
    await store.settled()
    #expect(store.state.turn.number == 10)
    let (states, reader) = AsyncStream.makeStream(of: Int.self)
    let subscription = store.subscribe { reader.yield($0.turn.number) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("new").path, withDestinationPath: "two")
    #expect(rename(folder.url.appendingPathComponent("new").path, link.path) == 0)
    for await number in states where number == 20 { break }
    #expect(store.state.isSaved(as: Shelf(edits: 20)))
    subscription.cancel()
  }

  @Test func `a store that follows a file has no timer between saves, and releases its watch at the end`()
    async throws
  {
    let folder = try TemporaryFolder()
    let keeper = ShelfKeeper(FileStorage(folder.state))
    keeper.begin()
    keeper.edit(upTo: 3)
    let released = AtomicFlag()
    do {
      let store = StoreContext.with {
        $0.clock = StoreClock(clock)
      } operation: {
        StateStore<Shelf, Never>(Shelf()) { _, _ in }
      }
      var files = FileSystem.system
      files.watch = { folder, name, link, changed in
        FileSystem.system.watch(folder, name, link, changed).map { real in
          StorageWatch(AtomicFlag()) { withExtendedLifetime(real) { _ = released.raise() } }
        }
      }
      store.follow(Shelf.saved, in: Journal(FileStorage(folder.state, files: files)))
      await store.settled()
      #expect(store.state.turn.number == 3)
      #expect(clock.nextDeadline == nil)
      #expect(!released.isRaised)
      let (states, reader) = AsyncStream.makeStream(of: Int.self)
      let subscription = store.subscribe { reader.yield($0.turn.number) }
      keeper.edit(upTo: 4)
      for await number in states where number == 4 { break }
      subscription.cancel()
      // The next save is read a moment later.
      await clock.untilAsleep()
      #expect(clock.nextDeadline?.offset == .milliseconds(10))
    }
    #expect(released.isRaised)
  }
}
