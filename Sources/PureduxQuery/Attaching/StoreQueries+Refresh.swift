import PureduxCore

extension EditableStoreQueries {
  /// Fetches a key, fresh or not, and returns when that has ended: well, in a failure, or because the task was cancelled.
  ///
  /// For a view that is pulled to be refreshed, and for code that needs an answer of now. Where a fetch is under way, which
  /// was asked for earlier, another one follows, and is awaited too.
  ///
  /// ```swift
  /// list.refreshable { await products.refresh(7) }
  /// ```
  public func refresh(_ key: Key) async {
    await store.send(embed(.refetch(key)))
    for await entry in entries(key) where !entry.isFetching { return }
  }

  /// What is known of a key, the latest only, and what becomes of it. The key is in use meanwhile.
  func entries(_ key: Key) -> AsyncStream<QueryEntry<Key, Value>> {
    let (entries, source) = AsyncStream<QueryEntry<Key, Value>>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let subscription = self[key].subscribe { source.yield($0) }
    source.onTermination = { _ in subscription.cancel() }
    return entries
  }
}
