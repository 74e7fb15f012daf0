import PureduxCore

/// A state with every kind of value that a session has to transfer to another process.
struct Shelf: Codable, Sendable, Equatable {
  struct Book: Codable, Sendable, Equatable, Identifiable {
    let id: Identity
    var title: String
    var pages: Int?
  }

  var books: [Book] = []
  var tags: Set<String> = []
  var counts: [String: Int] = [:]
  var opened: Duration = .zero
  var secret = ""
}

enum ShelfAction: Codable, Sendable, Equatable {
  case put(String, pages: Int?)
  case tag(String)
  case open
  case hide(String)
  case clear
}

extension Shelf {
  mutating func reduce(_ action: ShelfAction) {
    switch action {
    case .put(let title, let pages): books.append(Book(id: Identity(), title: title, pages: pages))
    case .tag(let tag):
      tags.insert(tag)
      counts[tag, default: 0] += 1
    case .open: opened = StoreContext.current.clock.now()
    case .hide(let secret): self.secret = secret
    case .clear: books = []
    }
  }

  static func store(
    _ shelf: Shelf = Shelf(), runner: some StoreRunner = ManualRunner()
  ) -> StateStore<Shelf, ShelfAction> {
    StateStore(shelf, named: "shelf", runner: runner) { $0.reduce($1) }
  }
}
