/// A value that comes page by page.
public protocol PagedValue: Sendable {
  /// What the server is asked for a page with: an offset, or a token that it gave.
  associatedtype Cursor: Sendable
  /// What the page after the last one is asked for with; nil where there is none.
  var next: Cursor? { get }
  /// What the page before the first one is asked for with; nil where there is none.
  var previous: Cursor? { get }
  /// What the first page was asked for with; nil where a list begins without a cursor.
  var start: Cursor? { get }
  /// How many pages there are. It grows with each page that is added.
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

/// How pages of a type are put together, where values of it come page by page.
struct Paging<Value: Sendable>: Sendable {
  let count: @Sendable (Value) -> Int
  let hasPage: @Sendable (Value, PageDirection) -> Bool
  let add: @Sendable (inout Value, Value, PageDirection) -> Void

  /// Nil where values are whole.
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
