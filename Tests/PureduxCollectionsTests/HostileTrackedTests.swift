import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

private struct Shelf: Codable, Hashable, Sendable {
  @Tracked var books: [Int] = [1, 2, 3]
  @Tracked var note: String? = "n"
  @Tracked var rest = OrderedState<Book>([Book(id: 7), Book(id: 8)])
  @Tracked var inner = Tracked(wrappedValue: [4])
}

private struct Book: Codable, Hashable, Sendable, Identifiable { var id: Int }

/// Tracked values that were stored, sent or forged.
@Suite struct HostileTrackedTests {
  @Test func `a tracked value that is decoded from damaged text is refused, or can be used`() throws {
    let pieces = [
      "0", "-1", "1e400", "9223372036854775807", "null", "\"\"", "{}", "[]", "[", "}", ",", ":", "\"books\"",
      "\"note\"", "\"version\"", "\"id\"",
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let whole = Array(String(decoding: try encoder.encode(Shelf()), as: UTF8.self))
    var (random, decoded, versions) = (SeededGenerator(seed: 13), 0, Set<Version>())
    for _ in 0..<20_000 {
      var text = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0..<text.count, using: &random)
        let end = min(text.count, start + Int.random(in: 0...3, using: &random))
        text.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? "0")
      }
      guard var shelf = try? JSONDecoder().decode(Shelf.self, from: Data(String(text).utf8)) else { continue }
      decoded += 1
      // A decoded value has a unique version, so it is never mistaken for a known value.
      #expect(versions.insert(shelf.$books.version).inserted)
      #expect(try JSONDecoder().decode(Shelf.self, from: encoder.encode(shelf)) == shelf)
      _ = (shelf.hashValue, "\(shelf)", Mirror(reflecting: shelf.$rest).children.count)
      let before = shelf.$books.version
      shelf.books.append(1)
      shelf.inner.wrappedValue.append(2)
      shelf.rest.append(Book(id: 9))
      #expect(shelf.$books.version != before && shelf.books.last == 1 && shelf.rest[id: 9] != nil)
    }
    #expect(decoded > 100)
  }

  @Test(arguments: ["", "0", "null", "{}", "{\"stored\":[1]}", "[null]", "[1", "[1e400]"])
  func `a tracked value that is of another kind is refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Tracked<[Int]>.self, from: Data(text.utf8)) }
  }
}
