public import PureduxCore
public import PureduxDerived

/// A handle to the queries of a store, for views, observers and other stores.
public typealias StoreQueries<Key: Hashable & Sendable, Value: Sendable, Action: Sendable> =
  EditableStoreQueries<NoChange<Key, Value>, Action>

/// A handle to queries whose values can be changed before the server confirms the changes.
///
/// Keep this handle alongside the store, which the handle retains.
public struct EditableStoreQueries<Change: PendingChange, Action: Sendable>: Sendable {
  /// The key that identifies a value on the server.
  public typealias Key = Change.Key
  /// The server's response for a key.
  public typealias Value = Change.Value

  @usableFromInline let store: StateStore<EditableQueryState<Change>, Action>
  @usableFromInline let users: QueryUsers<Change>
  let embed: @Sendable (EditableQueryAction<Change>) -> Action
  /// The branch of the store tree that contains the observed entries.
  @usableFromInline let branch: ElementBranch<EditableQueryState<Change>, QueryEntry<Change.Key, Change.Value>>

  @usableFromInline
  init(
    _ store: StateStore<EditableQueryState<Change>, Action>, _ users: QueryUsers<Change>,
    _ embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action
  ) {
    (self.store, self.users, self.embed) = (store, users, embed)
    branch = store.elementBranch { $0.entries }
  }

  /// A store whose state is the entry of a key. The key is in use while the store is observed.
  ///
  /// The first observer triggers a fetch, unless the key is fresh. After the last observation has ended, the unused
  /// entry is removed as specified by the policy's ``QueryPolicy/keepUnused``. Reading the store's state does not count
  /// as a use of the key.
  ///
  /// ```swift
  /// let subscription = products[7].subscribe { entry in show(entry.value, entry.isFetching, entry.failure) }
  /// ```
  @inlinable
  public subscript(key: Key) -> StateStore<QueryEntry<Key, Value>, Action> {
    let users = users
    return store.element(key, of: branch)
      .map(state: { $0 ?? QueryEntry(key) }, whenObserved: { users.count(key, by: $0 ? 1 : -1) })
  }

  /// Keeps a key in use for as long as the result is retained, without observing the entry.
  public func use(_ key: Key) -> QueryUse { QueryUse(users, key) }

  /// Returns the displayed value of a key, or nil if the key has no value.
  public func value(_ key: Key) -> Value? { store.state.value(key) }

  /// Dispatches an action to the query state, for example `.more(7)`.
  @Sendable public func dispatch(_ action: EditableQueryAction<Change>) { store.dispatch(embed(action)) }
}

extension EditableStoreQueries {
  /// Fetches a key, even a fresh one, and returns when the fetch has ended or the task is cancelled.
  ///
  /// Use this method for pull-to-refresh, and for code that needs a current response. If a fetch is already in
  /// progress, another fetch follows, and the method waits for both.
  ///
  /// ```swift
  /// await products.refresh(7)  // for example in SwiftUI's `refreshable`
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func refresh(_ key: Key, fileID: StaticString = #fileID, line: UInt = #line) async {
    await store.send(embed(.refetch(key)), fileID: fileID, line: line)
    await store.node.context.waiting(in: "refresh", at: SourceLocation(fileID: fileID, line: line)) {
      for await entry in entries(key) where !entry.isFetching { return }
    }
  }

  /// Returns a stream of the successive entries for a key, beginning with the current one. Only the latest entry is
  /// buffered. The key is in use until the stream ends.
  func entries(_ key: Key) -> AsyncStream<QueryEntry<Key, Value>> {
    let (entries, source) = AsyncStream<QueryEntry<Key, Value>>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let subscription = self[key].subscribe { source.yield($0) }
    source.onTermination = { _ in subscription.cancel() }
    return entries
  }
}
