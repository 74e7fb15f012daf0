import PureduxCore

extension EditableStoreQueries {
  /// Fetches a key, even if it is fresh, and returns when the fetch succeeds, fails, or the task is cancelled.
  ///
  /// Use it for pull-to-refresh, and for code that needs a current answer. An earlier fetch in progress is followed by
  /// another one, which is awaited too.
  ///
  /// ```swift
  /// list.refreshable { await products.refresh(7) }
  /// ```
  public func refresh(_ key: Key) async {
    await store.send(embed(.refetch(key)))
    for await entry in entries(key) where !entry.isFetching { return }
  }

  /// The latest entry of a key, and its changes. The key is in use during the iteration.
  func entries(_ key: Key) -> AsyncStream<QueryEntry<Key, Value>> {
    let (entries, source) = AsyncStream<QueryEntry<Key, Value>>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let subscription = self[key].subscribe { source.yield($0) }
    source.onTermination = { _ in subscription.cancel() }
    return entries
  }
}
