package import PureduxPersistence

package struct Book: Codable, Hashable, Identifiable, Sendable {
  package let id: Int
  package var title: String
  package var pages: Int

  package init(id: Int, title: String, pages: Int) { (self.id, self.title, self.pages) = (id, title, pages) }
}

/// A state of several parts that is created by numbered edits, so that a number determines the whole state.
package struct Shelf: Codable, Hashable, Sendable {
  package struct Turn: Codable, Hashable, Sendable {
    package var number = 0
  }

  package var books: OrderedState<Book> = []
  @Tracked package var tags: [String] = []
  package var turn = Turn()
  /// Not saved.
  package var draft = ""

  package static let saved: [StatePart<Shelf>] = [
    .elements("books", \.books),
    .value("tags", \.tags, trackedBy: { $0.$tags.version }),
    .value("turn", \.turn),
  ]

  package init() {}

  /// The shelf after a number of edits.
  package init(edits: Int) {
    for number in 1..<max(1, edits + 1) { edit(number) }
  }

  /// Makes the edit with a number, which must be the next one: usually a book changes, sometimes a book is inserted,
  /// removed or moved.
  package mutating func edit(_ number: Int) {
    var random = SplitMix(seed: UInt64(number))
    turn.number = number
    if number % 7 == 0 { tags = ["tag \(number)"] + tags.prefix(3) }
    let kind = random.next(100)
    switch kind {
    case _ where books.count < 8, 80..<90:
      let book = Book(id: number, title: "book \(number)", pages: random.next(1_000))
      books.insert(book, at: random.next(books.count + 1))
    case ..<80: books[random.next(books.count)].title = String(repeating: "\(number % 10)", count: random.next(200))
    case 90..<99: books.remove(at: random.next(books.count))
    default: books.move(from: [random.next(books.count)], to: random.next(books.count + 1))
    }
    if number % 1_000 == 999 { books.sort { ($0.pages, $0.id) < ($1.pages, $1.id) } }
  }

  package func isSaved(as other: Shelf) -> Bool { books == other.books && tags == other.tags && turn == other.turn }
}

/// A generator of numbers that are the same for a seed on every platform.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func next(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
