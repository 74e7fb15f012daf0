import Foundation
import PureduxTesting
import SavedModel
import Testing

@testable import PureduxPersistence

/// The bytes of a journal after each save, and their contents.
private struct SavedBytes {
  let bytes: Data
  /// The end of the file after each save, with the number of its last edit. The first is the snapshot.
  let ends: [(end: Int, edit: Int)]

  init(edits: Int, each: Int = 1, snapshot first: Int = 12, books: Int = 0) throws {
    let storage = MemoryStorage()
    let keeper = ShelfKeeper(storage)
    keeper.begin()
    if books > 0 { keeper.change { $0.books = OrderedState((1...books).map { Book(id: -$0, title: "", pages: $0) }) } }
    var (ends, last): ([(end: Int, edit: Int)], Int) = ([], 0)
    for number in 1...edits {
      keeper.edit(number)
      guard number == first || number > first && number.isMultiple(of: each) else { continue }
      #expect(keeper.save() == .saved)
      let count = try #require(storage.read()).count
      // A compaction starts over.
      if count < last { ends = [] }
      last = count
      ends.append((count, number))
    }
    bytes = try #require(storage.read())
    self.ends = ends
  }

  var snapshotEnd: Int { ends[0].end }

  /// The edit of the last save that is complete in a number of bytes.
  func edit(in count: Int) -> Int { ends.last { $0.end <= count }?.edit ?? 0 }
}

@Suite struct JournalDamageTests {
  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let isRepeated = ProcessInfo.processInfo.environment["PUREDUX_REPEATING"] == "1"

  private func expect(_ bytes: Data, holds edit: Int, _ what: @autoclosure () -> String) {
    let reading = ShelfReading(bytes)
    #expect(reading.problems.isEmpty, "\(what())")
    #expect(reading.shelf?.turn.number == edit, "\(what())")
    #expect(reading.shelf?.isSaved(as: Shelf(edits: edit)) == true, "\(what())")
  }

  @Test func `a file that is truncated at any byte contains the last complete save`() throws {
    let saved = try SavedBytes(edits: Self.isLong ? 250 : Self.isRepeated ? 15 : 40)
    for count in saved.snapshotEnd...saved.bytes.count {
      expect(saved.bytes.prefix(count), holds: saved.edit(in: count), "cut at \(count)")
    }
    for count in 0..<saved.snapshotEnd {
      let reading = ShelfReading(saved.bytes.prefix(count))
      #expect(reading.shelf == nil)
      #expect(reading.problems.map(\.kind) == [.damaged], "cut at \(count)")
    }
  }

  @Test func `a large file that is truncated at random contains the last complete save`() throws {
    let saved = try SavedBytes(edits: Self.isLong ? 4_000 : 600, books: Self.isLong ? 100_000 : 5_000)
    for _ in 0..<(Self.isLong ? 1_000 : 20) {
      let count = Int.random(in: saved.snapshotEnd...saved.bytes.count)
      let reading = ShelfReading(saved.bytes.prefix(count))
      #expect(reading.problems.isEmpty)
      #expect(reading.shelf?.turn.number == saved.edit(in: count), "cut at \(count)")
    }
  }

  @Test func `garbage and zeros after the last save are dropped silently, and removed by the next save`() throws {
    let saved = try SavedBytes(edits: 60)
    for round in 0..<(Self.isLong ? 2_000 : 100) {
      let place = Int.random(in: 0..<saved.ends.count)
      let count = Int.random(in: 1...300)
      let tail = (0..<count).map { _ in round.isMultiple(of: 3) ? 0 : UInt8.random(in: 0...255) }
      let bytes = saved.bytes.prefix(saved.ends[place].end) + tail
      expect(bytes, holds: saved.ends[place].edit, "garbage of \(count) behind save \(place)")
      guard round.isMultiple(of: 10) else { continue }
      let storage = MemoryStorage(bytes)
      let keeper = ShelfKeeper(storage)
      #expect(keeper.begin())
      keeper.edit(upTo: saved.ends[place].edit + 2)
      expect(try #require(storage.read()), holds: saved.ends[place].edit + 2, "the saves behind")
    }
  }

  @Test func `a flipped bit before the last save is reported, and the state before it is restored`() throws {
    let saved = try SavedBytes(edits: 60)
    for _ in 0..<(Self.isLong ? 2_000 : 200) {
      let place = Int.random(in: 0..<saved.ends[saved.ends.count - 2].end)
      var bytes = saved.bytes
      bytes[bytes.startIndex + place] ^= 1 << Int.random(in: 0..<8)
      let reading = ShelfReading(bytes)
      if place >= 20, place < 24 { continue }
      #expect(reading.problems.count == 1, "byte \(place)")
      let edit = place < saved.snapshotEnd ? nil : saved.edit(in: place)
      #expect(reading.shelf?.turn.number == edit, "byte \(place)")
      if let edit { #expect(reading.shelf?.isSaved(as: Shelf(edits: edit)) == true) }
    }
  }

  @Test func `a damaged file is set aside at the first save, and the readable part is used`() throws {
    let saved = try SavedBytes(edits: 60)
    var bytes = saved.bytes
    bytes[bytes.startIndex + saved.ends[20].end - 1] ^= 1
    let storage = MemoryStorage(bytes)
    let keeper = ShelfKeeper(storage)
    #expect(keeper.begin())
    #expect(keeper.shelf.turn.number == saved.ends[19].edit)
    #expect(keeper.problems.removeAll().first?.description.contains("the state before the damage") == true)
    #expect(storage.aside.isEmpty)
    keeper.edit(upTo: saved.ends[19].edit + 1)
    #expect(storage.aside == [bytes])
    expect(try #require(storage.read()), holds: saved.ends[19].edit + 1, "the new file")
    #expect(keeper.problems.removeAll().first?.keptAt != nil)
  }

  @Test func `random bytes at any position never trap, and the restored state is that of a save`() throws {
    let saved = try SavedBytes(edits: 60)
    for _ in 0..<(Self.isLong ? 2_000 : 200) {
      var bytes = saved.bytes
      for _ in 0..<Int.random(in: 1...20) { bytes[Int.random(in: bytes.indices)] = .random(in: 0...255) }
      let reading = ShelfReading(bytes)
      if let shelf = reading.shelf { #expect(shelf.isSaved(as: Shelf(edits: shelf.turn.number))) }
    }
  }

  @Test(arguments: [JournalDurability.eachSave, .whenCompacted])
  func `a missing record whose successor stands in its place is damage, however few records follow`(
    _ durability: JournalDurability
  ) throws {
    let saved = try SavedBytes(edits: 60)
    for place in 1..<saved.ends.count - 1 {
      let (before, missing) = (saved.ends[place - 1], saved.ends[place])
      for last in [saved.ends[place + 1].end, saved.bytes.count] {
        let bytes = saved.bytes.prefix(before.end) + saved.bytes[missing.end..<last]
        let storage = MemoryStorage(bytes)
        let keeper = ShelfKeeper(storage, durability: durability)
        #expect(keeper.begin())
        #expect(keeper.shelf.turn.number == before.edit, "without record \(place) of \(last) bytes")
        #expect(keeper.problems.kinds() == [.damaged], "without record \(place) of \(last) bytes")
        keeper.edit(upTo: before.edit + 1)
        #expect(storage.aside == [bytes], "nothing is written over the records behind")
      }
    }
  }

  @Test func `a record that stands in its file twice is damage`() throws {
    let saved = try SavedBytes(edits: 60)
    let bytes = saved.bytes + saved.bytes[saved.ends[saved.ends.count - 2].end...]
    let reading = ShelfReading(bytes)
    #expect(reading.problems.map(\.kind) == [.damaged])
    #expect(reading.shelf?.turn.number == 60)
  }

  @Test func `without a sync for each save, unreadable records count as not written`() throws {
    let saved = try SavedBytes(edits: 60)
    var bytes = saved.bytes
    bytes[bytes.startIndex + saved.ends[20].end - 1] ^= 1
    let reading = ShelfReading(bytes, durability: .whenCompacted)
    #expect(reading.problems.isEmpty)
    #expect(reading.shelf?.turn.number == saved.ends[19].edit)
  }

  @Test func `a tail that claims a long record at each byte is read quickly`() throws {
    let saved = try SavedBytes(edits: 20)
    let number = UInt32(saved.ends.count + 6)
    var tail = Data()
    for place in 0..<200_000 {
      // Every fourth byte begins a length that covers almost everything that follows.
      let value = place.isMultiple(of: 2) ? UInt32(max(0, 790_000 - place * 4)) : number
      withUnsafeBytes(of: value.littleEndian) { tail.append(contentsOf: $0) }
    }
    let reading = ShelfReading(saved.bytes + tail)
    #expect(reading.shelf?.turn.number == 20)
  }
}
