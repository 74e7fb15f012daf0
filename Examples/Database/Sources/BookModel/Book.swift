public import Puredux

/// A row of the table.
public struct Book: Identifiable, Hashable, Sendable {
  public let id: Int64
  public var title: String
  public var author: String
  /// From 0 to 5. The database refuses other numbers.
  public var stars: Int

  public init(id: Int64, title: String, author: String, stars: Int) {
    (self.id, self.title, self.author, self.stars) = (id, title, author, stars)
  }

  /// The position in the order of a list: by title, and by number among equal titles.
  public var place: Place { Place(title: title, id: id) }
}

/// A position in the order of a list. A page begins after a place instead of at a number, so that reaching row 900,000
/// costs no more than reaching row 9.
public struct Place: Hashable, Sendable {
  public let title: String
  public let id: Int64

  public init(title: String, id: Int64) { (self.title, self.id) = (title, id) }
}

/// Rows to read: those whose titles begin with a text, from a place on.
public struct PageRequest: Hashable, Sendable {
  public enum Start: Hashable, Sendable {
    case first, last
    case at(Place)
    case after(Place), before(Place)
  }

  public var text: String
  public var start: Start
  public var count: Int

  public init(_ text: String, _ start: Start, _ count: Int) {
    (self.text, self.start, self.count) = (text, start, count)
  }
}

/// A change of one row, which is shown before it is written.
public struct Edit: Identifiable, Hashable, Sendable {
  public let id: Identity
  public let book: Book.ID
  public let old: Int
  public let new: Int

  public init(id: Identity = Identity(), book: Book.ID, old: Int, new: Int) {
    (self.id, self.book, self.old, self.new) = (id, book, old, new)
  }

  var reversed: Edit { Edit(book: book, old: new, new: old) }
}
