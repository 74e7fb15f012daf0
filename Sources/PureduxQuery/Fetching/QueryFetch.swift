public import PureduxEffects

/// The end of a list at which a page is added.
@usableFromInline
enum PageDirection: Sendable {
  case earlier, later
}

/// A fetch in progress.
@usableFromInline
struct QueryFetch<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  @usableFromInline let id: Key
  @usableFromInline var job: Effect.State
  /// The logical time of the request. A later invalidation requests another fetch.
  var asked: UInt64
  /// The time of the request, on the store's clock.
  var begunAt: Int64
  /// The pages so far, with their tags, and the requested number of pages if it exceeds the displayed number.
  @usableFromInline var pages: Value?
  var tags: [QueryTag]?
  var goal = 0
  /// Nil for a fetch from the first page on; otherwise the end at which a single page is added.
  @usableFromInline var direction: PageDirection?
  /// The displayed value during a refetch of a list, which has the cursor of its first page.
  @usableFromInline var shown: Value?
  /// A page that was requested in the meantime.
  var next: PageDirection?

  init(id: Key, job: Effect.State, asked: UInt64, begunAt: Int64) {
    (self.id, self.job, self.asked, self.begunAt) = (id, job, asked, begunAt)
  }
}

extension QueryFetch where Value: PagedValue {
  /// The cursor of the next page.
  @usableFromInline var cursor: Value.Cursor? {
    guard let pages else { return shown?.start }
    return direction == .earlier ? pages.previous : pages.next
  }
}
