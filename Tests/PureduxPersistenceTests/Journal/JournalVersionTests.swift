import Foundation
import PureduxTesting
import SavedModel
import Testing

@testable import PureduxPersistence

private struct OldBook: Codable, Identifiable, Sendable {
  var id: Int
  var name: String
}

private struct OldShelf: Sendable {
  var books: OrderedState<OldBook> = []
  var extra = 0
  static let saved: [StatePart<OldShelf>] = [.elements("books", \.books), .value("extra", \.extra)]
}

private struct NewShelf: Sendable {
  var books: OrderedState<Book> = []
  static let saved: [StatePart<NewShelf>] = [
    .elements(
      "books", \.books, version: 2,
      migrations: [Migration(from: 1) { (old: OldBook) in Book(id: old.id, title: old.name, pages: 0) }])
  ]
}

@Suite struct JournalVersionTests {
  private let storage = MemoryStorage()

  private func saveOld() {
    let journal = Journal<OldShelf>(in: storage)
    let follower = StateFollower(OldShelf.saved)
    _ = journal.begin(OldShelf.saved)
    let shelf = OldShelf(books: [OldBook(id: 1, name: "one"), OldBook(id: 2, name: "two")], extra: 9)
    #expect(journal.save { follower.take(from: shelf, isWhole: $0) } == .saved)
  }

  @Test func `elements of an older version are migrated, and rewritten by the first save`() {
    saveOld()
    let journal = Journal<NewShelf>(in: storage)
    let follower = StateFollower(NewShelf.saved)
    guard case .found(let restored) = journal.begin(NewShelf.saved) else {
      Issue.record("nothing was restored")
      return
    }
    var shelf = restored(in: NewShelf())
    follower.begin(with: shelf)
    #expect(shelf.books.map(\.title) == ["one", "two"])
    shelf.books[id: 2]?.pages = 5
    #expect(journal.save { follower.take(from: shelf, isWhole: $0) } == .saved)
    let again = Journal<NewShelf>(in: storage).restore(NewShelf.saved, into: NewShelf())
    #expect(again?.books.map(\.title) == ["one", "two"])
    #expect(again?.books.last?.pages == 5)
  }

  @Test func `an element version without a migration makes the file count as another version`() {
    saveOld()
    let problems = Recorder<PersistenceError>()
    let parts: [StatePart<NewShelf>] = [.elements("books", \.books, version: 3)]
    let journal = Journal<NewShelf>(in: storage, onProblem: { problems.record($0) })
    #expect(journal.restore(parts, into: NewShelf()) == nil)
    #expect(problems.kinds() == [.otherVersion(1)])
  }

  @Test(arguments: [false, true])
  func `a part that is not declared is kept, until it is removed by name`(_ isRemoved: Bool) {
    saveOld()
    struct OnlyBooks: Sendable {
      var books: OrderedState<OldBook> = []
    }
    let parts: [StatePart<OnlyBooks>] =
      [.elements("books", \.books)] + (isRemoved ? [.removed("extra")] : [])
    let journal = Journal<OnlyBooks>(in: storage)
    let follower = StateFollower(parts.filter { !$0.isRemoved })
    guard case .found(let restored) = journal.begin(parts) else {
      Issue.record("nothing was restored")
      return
    }
    var shelf = restored(in: OnlyBooks())
    follower.begin(with: shelf)
    // Until the file has been compacted, and once more.
    for number in 0..<2_000 {
      shelf.books[0].name = "\(number) " + String(repeating: "x", count: 100)
      _ = follower.look(at: shelf)
      #expect(journal.save { follower.take(from: shelf, isWhole: $0) } == .saved)
    }
    let old = Journal<OldShelf>(in: storage).restore(OldShelf.saved, into: OldShelf())
    #expect(old?.extra == (isRemoved ? 0 : 9))
    #expect(old?.books.first?.name.hasPrefix("1999 ") == true)
  }

  @Test func `a large list that is not declared does not make each save rewrite the file`() throws {
    struct Lists: Sendable {
      var notes: OrderedState = [OldBook(id: 0, name: "")]
      var articles: OrderedState<OldBook> = []
    }
    let notes: [StatePart<Lists>] = [.elements("notes", \.notes)]
    func journal(_ parts: [StatePart<Lists>]) -> (Journal<Lists>, StateFollower<Lists>) {
      let journal = Journal<Lists>(in: storage)
      _ = journal.begin(parts)
      return (journal, StateFollower(parts))
    }
    var lists = Lists()
    do {
      let (journal, follower) = journal(notes + [.elements("articles", \.articles)])
      lists.articles = OrderedState((0..<2_000).map { OldBook(id: $0, name: String(repeating: "x", count: 100)) })
      #expect(journal.save { follower.take(from: lists, isWhole: $0) } == .saved)
    }
    let before = try #require(storage.read())
    let (journal, follower) = journal(notes)
    follower.begin(with: lists)
    for number in 0..<10 {
      lists.notes[id: 0]?.name = "\(number)"
      _ = follower.look(at: lists)
      #expect(journal.save { follower.take(from: lists, isWhole: $0) } == .saved)
    }
    #expect(storage.read()?.starts(with: before) == true)
  }

  @Test func `a declared part that is missing in the file keeps its initial value, and is saved with the next change`()
  {
    struct More: Sendable {
      var books: OrderedState<OldBook> = []
      var extra = 0
      var note = "initial"
      static let saved: [StatePart<More>] = [
        .elements("books", \.books), .value("extra", \.extra), .value("note", \.note),
      ]
    }
    saveOld()
    let journal = Journal<More>(in: storage)
    let follower = StateFollower(More.saved)
    guard case .found(let restored) = journal.begin(More.saved) else {
      Issue.record("nothing was restored")
      return
    }
    var more = restored(in: More())
    follower.begin(with: more)
    #expect(more.note == "initial")
    #expect(more.extra == 9)
    more.extra = 10
    #expect(journal.save { follower.take(from: more, isWhole: $0) } == .saved)
    var other = More()
    other.note = "other"
    let again = Journal<More>(in: storage).restore(More.saved, into: other)
    #expect(again?.note == "initial")
    #expect(again?.extra == 10)
  }

  /// Written by the first version of the library that had journals; never to be replaced.
  @Test func `the archived file of format 1 can always be restored`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Kept/format-1.journal").standardizedFileURL
    if ProcessInfo.processInfo.environment["PUREDUX_KEEP_JOURNAL"] == "1" {
      let storage = MemoryStorage()
      let keeper = ShelfKeeper(storage, generation: 0x0123_4567_89AB_CDEF)
      keeper.begin()
      keeper.edit(upTo: 400, savingEach: 7)
      try #require(storage.read()).write(to: file)
    }
    let bytes = try Data(contentsOf: file)
    let reading = ShelfReading(bytes)
    #expect(reading.problems.isEmpty)
    #expect(reading.shelf?.isSaved(as: Shelf(edits: 400)) == true)
    // The same changes still result in these bytes.
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage, generation: 0x0123_4567_89AB_CDEF)
    keeper.begin()
    keeper.edit(upTo: 400, savingEach: 7)
    #expect(storage.read() == bytes)
  }
}
