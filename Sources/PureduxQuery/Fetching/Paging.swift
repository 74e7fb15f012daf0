/// A value that is fetched page by page.
public protocol PagedValue: Sendable {
  /// The type of a page's cursor: an offset, or a token from the server.
  associatedtype Cursor: Sendable
  /// The cursor of the page after the last one; nil if there is none.
  var next: Cursor? { get }
  /// The cursor of the page before the first one; nil if there is none.
  var previous: Cursor? { get }
  /// The cursor of the first page; nil if a list begins without a cursor.
  var start: Cursor? { get }
  /// The number of pages. Adding a page increases it.
  var pageCount: Int { get }
  /// Adds the page after the last one.
  mutating func append(_ page: Self)
  /// Adds the page before the first one.
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

/// The operations on pages of a value type that is fetched page by page.
struct Paging<Value: Sendable>: Sendable {
  let count: @Sendable (Value) -> Int
  let hasPage: @Sendable (Value, PageDirection) -> Bool
  let add: @Sendable (inout Value, Value, PageDirection) -> Void

  /// Nil if values are fetched as a whole.
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
