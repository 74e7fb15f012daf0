/// The pages of a list that have been fetched so far. Each element of `pages` is one response from the server.
public struct Pages<Item: Sendable, Cursor: Sendable>: PagedValue {
  /// The items of the list, page by page, in display order.
  public private(set) var pages: [[Item]]
  public private(set) var start: Cursor?
  public private(set) var next: Cursor?
  public private(set) var previous: Cursor?

  /// Creates a list with a single page.
  ///
  /// - Parameters:
  ///   - page: The items of the response.
  ///   - start: The cursor of this page, if lists can grow in both directions.
  ///   - next: The cursor of the next page; nil for the last page.
  ///   - previous: The cursor of the previous page; nil for the first page.
  public init(_ page: [Item], at start: Cursor? = nil, next: Cursor?, previous: Cursor? = nil) {
    (pages, self.start, self.next, self.previous) = ([page], start, next, previous)
  }

  public var pageCount: Int { pages.count }

  /// The items of all pages.
  public var items: [Item] { pages.flatMap { $0 } }

  public mutating func append(_ page: Self) {
    pages += page.pages
    next = page.next
  }
}

// Methods that let a pending change edit a list. An edit leaves all other items on their pages.
extension Pages {
  /// Inserts an item at an index in ``items``; an index past the end appends the item.
  public mutating func insert(_ item: Item, at index: Int) {
    var index = max(index, 0)
    for page in pages.indices {
      if index <= pages[page].count { return pages[page].insert(item, at: index) }
      index -= pages[page].count
    }
    pages[pages.count - 1].append(item)
  }

  /// Removes the items that satisfy a predicate.
  public mutating func removeAll(where shouldGo: (Item) -> Bool) {
    for page in pages.indices { pages[page].removeAll(where: shouldGo) }
  }

  /// Changes each item in place.
  public mutating func update(_ change: (inout Item) -> Void) {
    for page in pages.indices { for item in pages[page].indices { change(&pages[page][item]) } }
  }

  /// Moves the first item that satisfies a predicate to an index in ``items``.
  public mutating func move(to index: Int, where isMoved: (Item) -> Bool) {
    for page in pages.indices {
      guard let found = pages[page].firstIndex(where: isMoved) else { continue }
      return insert(pages[page].remove(at: found), at: index)
    }
  }
}

extension Pages: Equatable where Item: Equatable, Cursor: Equatable {}

private enum PagesCodingKey: CodingKey { case pages, start, next, previous }

extension Pages: Encodable where Item: Encodable, Cursor: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PagesCodingKey.self)
    try container.encode(pages, forKey: .pages)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(previous, forKey: .previous)
  }
}

/// An empty `pages` array is decoded as a list with one empty page.
extension Pages: Decodable where Item: Decodable, Cursor: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PagesCodingKey.self)
    pages = try container.decode([[Item]].self, forKey: .pages)
    if pages.isEmpty { pages = [[]] }
    start = try container.decodeIfPresent(Cursor.self, forKey: .start)
    next = try container.decodeIfPresent(Cursor.self, forKey: .next)
    previous = try container.decodeIfPresent(Cursor.self, forKey: .previous)
  }
}

/// A value that is fetched page by page.
public protocol PagedValue: Sendable {
  /// The type of a page's cursor: an offset, or a token from the server.
  associatedtype Cursor: Sendable
  /// The cursor of the page after the last fetched page; nil at the end of the list.
  var next: Cursor? { get }
  /// The cursor of the page before the first fetched page; nil at the start of the list.
  var previous: Cursor? { get }
  /// The cursor of the first page; nil if the first page is fetched without a cursor.
  var start: Cursor? { get }
  /// The number of pages, which must increase when a page is added.
  var pageCount: Int { get }
  /// Adds the page that follows the last page.
  mutating func append(_ page: Self)
  /// Adds the page that precedes the first page.
  mutating func prepend(_ page: Self)
}

extension PagedValue {
  public var previous: Cursor? { nil }
  public var start: Cursor? { nil }

  public mutating func prepend(_ page: Self) {
    var all = page
    all.append(self)
    self = all
  }
}

/// Type-erased operations on the pages of a value.
struct Paging<Value: Sendable>: Sendable {
  let count: @Sendable (Value) -> Int
  let hasPage: @Sendable (Value, PageDirection) -> Bool
  let add: @Sendable (inout Value, Value, PageDirection) -> Void

  /// The page operations for `Value`; nil if values are fetched as a whole.
  static var ifPaged: Paging? {
    func paging<Pages: PagedValue>(_ type: Pages.Type) -> Any {
      Paging<Pages>(
        count: { $0.pageCount },
        hasPage: { $1 == .later ? $0.next != nil : $0.previous != nil },
        add: { if $2 == .later { $0.append($1) } else { $0.prepend($1) } })
    }
    return (Value.self as? any PagedValue.Type).map { paging($0) } as? Paging
  }
}
