import Foundation
import PureduxTesting
import SavedModel
import Testing

@testable import PureduxPersistence

@Suite struct JournalTests {
  @Test func `saved parts are restored, and other properties are unchanged`() {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 500, savingEach: 3)
    var other = Shelf()
    other.draft = "mine"
    let restored = Journal<Shelf>(storage).restore(Shelf.saved, into: other)
    #expect(restored?.isSaved(as: Shelf(edits: 500)) == true)
    #expect(restored?.draft == "mine")
    #expect(keeper.problems.removeAll().isEmpty)
  }

  @Test func `a restored store continues at the end of the same file`() throws {
    let storage = MemoryStorage()
    do {
      let keeper = ShelfKeeper(storage)
      keeper.begin()
      keeper.edit(upTo: 50)
    }
    let before = try #require(storage.read())
    let keeper = ShelfKeeper(storage)
    #expect(keeper.begin())
    keeper.edit(upTo: 51)
    let after = try #require(storage.read())
    #expect(after.starts(with: before))
    #expect(after.count > before.count)
    #expect(ShelfReading(after).shelf?.isSaved(as: Shelf(edits: 51)) == true)
  }

  @Test func `one change takes the space of one element, whatever the size of the state`() throws {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.change { shelf in
      shelf.books = OrderedState((0..<20_000).map { Book(id: $0, title: "book \($0)", pages: $0) })
    }
    #expect(keeper.save() == .saved)
    let before = try #require(storage.read()).count
    keeper.change { $0.books[id: 10_000]?.pages = 1 }
    #expect(keeper.save() == .saved)
    #expect(try #require(storage.read()).count - before < 80)
  }

  @Test func `equal changes give equal bytes`() {
    let storages = (0..<3).map { _ in MemoryStorage() }
    for storage in storages {
      let keeper = ShelfKeeper(storage, generation: 7)
      keeper.begin()
      keeper.edit(upTo: 700, savingEach: 20)
    }
    #expect(storages[0].read() == storages[1].read())
    #expect(storages[0].read() == storages[2].read())
  }

  @Test func `the file is never longer than twice its snapshot, or the snapshot and 64 KB`() throws {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    let storage = MeasuredStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.change { shelf in
      shelf.books = OrderedState((1...1_000).map { Book(id: -$0, title: "book \($0)", pages: $0) })
    }
    keeper.save()
    keeper.edit(upTo: isLong ? 1_000_000 : 20_000, savingEach: 10)
    let (snapshot, longest) = storage.longest
    #expect(longest <= snapshot + max(snapshot, 64 << 10))
    #expect(storage.compactions > 10)
    #expect(Journal<Shelf>(storage.memory).restore(Shelf.saved, into: Shelf())?.isSaved(as: keeper.shelf) == true)
    #expect(keeper.problems.removeAll().isEmpty)
  }

  @Test func `a journal with mostly obsolete contents is compacted`() throws {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.change { shelf in
      shelf.books = OrderedState((1...10_000).map { Book(id: -$0, title: "book \($0)", pages: $0) })
    }
    keeper.save()
    let before = try #require(storage.read()).count
    for _ in 0..<300 {
      keeper.change { shelf in for _ in 0..<20 { shelf.books.remove(at: shelf.books.count / 2) } }
      keeper.save()
    }
    let after = try #require(storage.read())
    #expect(after.count < before)
    #expect(ShelfReading(after).shelf?.isSaved(as: keeper.shelf) == true)
  }

  @Test func `a turn that changes more than the journal holds saves all elements`() throws {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 60)
    keeper.change { shelf in for index in shelf.books.indices { shelf.books[index].pages += 1 } }
    keeper.change { $0.books.sort { $0.pages > $1.pages } }
    keeper.save()
    keeper.change { $0.books = OrderedState($0.books.reversed()) }
    keeper.save()
    #expect(ShelfReading(try #require(storage.read())).shelf?.isSaved(as: keeper.shelf) == true)
  }

  @Test func `a journal exports its state to an archive`() {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    keeper.edit(upTo: 40)
    let archive = Archive<Shelf>(MemoryStorage())
    #expect(Journal<Shelf>(storage).export(Shelf.saved, of: Shelf(), to: archive))
    #expect(archive.restore()?.isSaved(as: Shelf(edits: 40)) == true)
  }
}

/// A storage that records the maximum length of its contents, relative to their snapshot.
final class MeasuredStorage: JournalStorage {
  private struct Figures {
    var snapshot = 0
    var worst = (snapshot: 0, size: 0)
    var compactions = 0
  }

  let memory = MemoryStorage()
  private let figures = Guarded(Figures())

  var name: String { memory.name }
  var longest: (snapshot: Int, size: Int) { figures.withLock { $0.worst } }
  var compactions: Int { figures.withLock { $0.compactions } }

  func claim() throws(PersistenceError) -> PersistenceClaim { try memory.claim() }
  func read() -> Data? { memory.read() }
  func write(_ data: Data, keepingOld: Bool) -> String? { memory.write(data, keepingOld: keepingOld) }
  func source() throws(PersistenceError) -> JournalSource? { memory.source() }

  func append(_ bytes: [UInt8], at end: UInt64, cutAt cut: UInt64?, isSynced: Bool) throws(PersistenceError) {
    try memory.append(bytes, at: end, cutAt: cut, isSynced: isSynced)
    let size = Int(end) + bytes.count
    figures.withLock { figures in
      let limit = { (snapshot: Int) in snapshot + max(snapshot, 64 << 10) }
      if size * limit(max(1, figures.worst.snapshot)) >= figures.worst.size * limit(figures.snapshot) {
        figures.worst = (figures.snapshot, size)
      }
    }
  }

  func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String? {
    let kept = try memory.replace(keepingOld: keepingOld, fill)
    let size = memory.read()?.count ?? 0
    figures.withLock { figures in
      figures.snapshot = size
      figures.compactions += 1
    }
    return kept
  }
}
