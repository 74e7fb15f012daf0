import Foundation
import PureduxFiles
import PureduxTesting
import SavedModel
import Testing

@testable import PureduxPersistence

/// A handmade journal file.
private struct HandmadeJournal {
  private(set) var bytes: Data
  private var number: UInt32 = 0

  init(parts: [(name: String, version: Int, form: Int)]) {
    bytes = Data(JournalHeader(generation: 1).bytes)
    append(1) { payload in
      for part in parts {
        payload.write(Data(part.name.utf8))
        payload.write(signed: part.version)
        payload.write(part.form)
      }
    }
  }

  mutating func append(_ kind: UInt8, _ make: (inout JournalWriter) -> Void) {
    var payload = JournalWriter()
    make(&payload)
    var record = JournalRecord.bytes(.changes, payload.bytes, number: number, generation: 1)
    record[8] = kind
    var sum = record[..<12].withUnsafeBytes { CRC32C.sum($0, after: 1) }
    sum = payload.bytes.withUnsafeBytes { CRC32C.sum($0, after: sum) }
    record.replaceSubrange(12..<16, with: withUnsafeBytes(of: sum.littleEndian) { Array($0) })
    bytes.append(contentsOf: record)
    number += 1
  }

  mutating func changes(_ numbers: [Int], _ contents: [String] = []) {
    append(2) { payload in
      for number in numbers { payload.write(number) }
      for content in contents { payload.write(Data(content.utf8)) }
    }
  }

  mutating func end() { append(3) { _ in } }

  /// A list of books, to which the changes apply.
  static func books(_ books: [String], then changes: [([Int], [String])]) -> Data {
    var journal = HandmadeJournal(parts: [("books", 1, 1)])
    journal.changes([0, 2, books.count], books)
    journal.end()
    for (numbers, contents) in changes { journal.changes(numbers, contents) }
    return journal.bytes
  }
}

private func book(_ id: Int) -> String { #"{"id":\#(id),"title":"","pages":1}"# }

@Suite struct HostileJournalTests {
  @Test func `a handmade file is read as the format specifies`() {
    let bytes = HandmadeJournal.books(
      [book(1), book(2)], then: [([0, 1, 3, 0, 0, 1, 1, 2, 0, 1, 1, 1], [book(3)]), ([0, 1, 1, 1, 0, 0], [])])
    // 3 is inserted at the front, 1 is removed, and 3 moves behind 2; then the first is removed.
    let reading = ShelfReading(bytes)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    #expect(reading.shelf?.books.map(\.id) == [3])
  }

  private static let wrongChanges: [(String, [Int], [String])] = [
    ("a part that is not there", [1, 2, 0], []),
    ("a form that is not there", [0, 9], []),
    ("a value in place of a list", [0, 0], [book(1)]),
    ("an insertion behind the end", [0, 1, 1, 0, 3, 0], []),
    ("a removal of nothing", [0, 1, 1, 1, 2, 0], []),
    ("a move of nothing", [0, 1, 1, 2, 2, 0, 0], []),
    ("a move to nowhere", [0, 1, 1, 2, 0, 2, 0], []),
    ("another change of the order", [0, 1, 1, 7, 0, 0], []),
    ("a content for nothing", [0, 1, 0, 1, 2], [book(3)]),
    ("more changes than bytes", [0, 1, 1_000_000], []),
    ("more elements than bytes", [0, 2, 1_000_000], []),
    ("an element without a content", [0, 1, 1, 0, 0, 0], []),
    ("a content that is empty", [0, 1, 0, 1, 0], [""]),
    ("a content that is no element", [0, 1, 0, 1, 0], ["7"]),
    ("a content that is several", [0, 1, 0, 1, 0], ["\(book(5)),\(book(6))"]),
    ("two elements of one id", [0, 1, 0, 1, 0], [book(2)]),
    ("a number without an end", [0, 1, Int.max], []),
  ]

  @Test(arguments: wrongChanges)
  func `an impossible record is damage, and does not trap`(_ what: String, _ numbers: [Int], _ contents: [String]) {
    let reading = ShelfReading(HandmadeJournal.books([book(1), book(2)], then: [(numbers, contents)]))
    #expect(reading.shelf == nil, "\(what)")
    #expect(reading.problems.map(\.kind) == [.damaged], "\(what)")
  }

  @Test func `an impossible manifest counts as damage`() {
    for parts in [[("books", 1, 1), ("books", 1, 1)], [("books", 1, 2)], [("books", 1, 0)], [("turn", 1, 1)]] {
      var journal = HandmadeJournal(parts: parts.map { (name: $0.0, version: $0.1, form: $0.2) })
      if parts[0].0 == "books", parts[0].2 == 0 { journal.changes([0, 0], ["[]"]) }
      journal.end()
      #expect(ShelfReading(journal.bytes).problems.map(\.kind) == [.damaged], "\(parts)")
    }
    var twice = HandmadeJournal(parts: [("books", 1, 1)])
    twice.append(1) { _ in }
    twice.end()
    #expect(ShelfReading(twice.bytes).problems.map(\.kind) == [.damaged])
  }

  @Test func `an empty file, or a file that is not a journal, is set aside`() throws {
    for text in ["", "P", "PDXJRNL1", "{\"state\":{}}", String(repeating: "x", count: 1_000)] {
      let storage = MemoryStorage(Data(text.utf8))
      let keeper = ShelfKeeper(storage)
      #expect(!keeper.begin())
      #expect(keeper.problems.kinds() == [.damaged], "\(text)")
      keeper.edit(upTo: 3)
      #expect(storage.aside == [Data(text.utf8)])
      #expect(ShelfReading(try #require(storage.read())).shelf?.isSaved(as: Shelf(edits: 3)) == true)
    }
  }

  @Test func `a file of a later version of the library is neither cut nor replaced silently`() throws {
    var unknownKind = HandmadeJournal(parts: [("books", 1, 1)])
    unknownKind.changes([0, 2, 1], [book(1)])
    unknownKind.end()
    unknownKind.append(9) { $0.write(1) }
    var laterFormat = unknownKind.bytes
    laterFormat[7] = UInt8(ascii: "2")
    for (bytes, version) in [(unknownKind.bytes, 9), (laterFormat, 2)] {
      let storage = MemoryStorage(bytes)
      let keeper = ShelfKeeper(storage)
      #expect(!keeper.begin())
      #expect(keeper.problems.kinds() == [.otherVersion(version)])
      #expect(storage.read() == bytes)
      keeper.edit(upTo: 1)
      #expect(storage.aside == [bytes])
    }
  }

  @Test func `a crafted file of many insertions at the front is read quickly`() {
    var order = [0, 1, 200_000]
    for _ in 0..<200_000 { order += [0, 0] }
    order.append(0)
    let reading = ShelfReading(HandmadeJournal.books([book(1)], then: [(order, [])]))
    // None of them has contents.
    #expect(reading.problems.map(\.kind) == [.damaged])
  }

  @Test func `a state that cannot be encoded is reported, and saved completely once it can be`() throws {
    struct Scale: Sendable {
      var weight = 0.0
      var count = 0
      static let saved: [StatePart<Scale>] = [.value("weight", \.weight), .value("count", \.count)]
    }
    let (storage, problems) = (MemoryStorage(), Recorder<PersistenceError>())
    let journal = Journal<Scale>(in: storage, onProblem: { problems.record($0) })
    let follower = StateFollower(Scale.saved)
    _ = journal.begin(Scale.saved)
    func save(_ scale: Scale) -> SavingResult { journal.save { follower.take(from: scale, isWhole: $0) } }
    #expect(save(Scale(weight: 1, count: 1)) == .saved)
    let before = storage.read()
    #expect(save(Scale(weight: .nan, count: 2)) == .failed)
    #expect(problems.kinds() == [.notEncodable])
    #expect(storage.read() == before)
    #expect(save(Scale(weight: 3, count: 2)) == .saved)
    let restored = Journal<Scale>(in: storage).restore(Scale.saved, into: Scale())
    #expect(restored?.weight == 3)
    #expect(restored?.count == 2)
  }
}
