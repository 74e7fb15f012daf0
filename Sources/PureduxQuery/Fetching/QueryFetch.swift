public import PureduxEffects

/// Where a page is added to a list.
@usableFromInline
enum PageDirection: Sendable {
  case earlier, later
}

/// A fetch in progress.
@usableFromInline
struct QueryFetch<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  @usableFromInline let id: Key
  @usableFromInline var job: Effect.State
  /// The logical time at which it was asked for. An invalidation after that asks for another one.
  var asked: UInt64
  /// When it was asked for, by the store's clock.
  var begunAt: Int64
  /// The pages that it has so far, with their tags, and how many it is to have where that is more than are shown.
  @usableFromInline var pages: Value?
  var tags: [QueryTag]?
  var goal = 0
  /// Nil for a fetch from the first page on; otherwise where the one page is added.
  @usableFromInline var direction: PageDirection?
  /// What is shown while a list is fetched anew, which tells where its first page begins.
  @usableFromInline var shown: Value?
  /// The page that was asked for meanwhile.
  var next: PageDirection?

  init(id: Key, job: Effect.State, asked: UInt64, begunAt: Int64) {
    (self.id, self.job, self.asked, self.begunAt) = (id, job, asked, begunAt)
  }
}

extension QueryFetch where Value: PagedValue {
  /// What the server is asked for the next page with.
  @usableFromInline var cursor: Value.Cursor? {
    guard let pages else { return shown?.start }
    return direction == .earlier ? pages.previous : pages.next
  }
}
