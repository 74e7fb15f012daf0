public import PureduxCore
public import PureduxDerived

/// The queries of a store, for views, observers and other stores.
public typealias StoreQueries<Key: Hashable & Sendable, Value: Sendable, Action: Sendable> =
  EditableStoreQueries<NoChange<Key, Value>, Action>

/// The queries of a store whose values can be changed before the server confirms the changes.
///
/// A plain value, which is stored alongside the store and retains the store.
public struct EditableStoreQueries<Change: PendingChange, Action: Sendable>: Sendable {
  /// The key of a value on the server.
  public typealias Key = Change.Key
  /// The server's response for a key.
  public typealias Value = Change.Value

  @usableFromInline let store: StateStore<EditableQueryState<Change>, Action>
  @usableFromInline let users: QueryUsers<Change>
  let embed: @Sendable (EditableQueryAction<Change>) -> Action
  /// The branch of the tree for the observed entries.
  @usableFromInline let branch: ElementBranch<EditableQueryState<Change>, QueryEntry<Change.Key, Change.Value>>

  @usableFromInline
  init(
    _ store: StateStore<EditableQueryState<Change>, Action>, _ users: QueryUsers<Change>,
    _ embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action
  ) {
    (self.store, self.users, self.embed) = (store, users, embed)
    branch = store.elementBranch { $0.entries }
  }

  /// A store with the entry of a key. The key is in use while the store is observed.
  ///
  /// The first observer triggers a fetch, unless the key is fresh. Some time after the last observer has ended, the
  /// entry is removed. Reading the state does not count as a use.
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

  /// Uses a key as long as the result is retained, without observing the entry.
  public func use(_ key: Key) -> QueryUse { QueryUse(users, key) }

  /// The displayed value of a key.
  public func value(_ key: Key) -> Value? { store.state.value(key) }

  /// Dispatches an action to the query state, for example `.more(7)`.
  @Sendable public func dispatch(_ action: EditableQueryAction<Change>) { store.dispatch(embed(action)) }
}

extension EditableStoreQueries {
  /// Fetches a key, even if it is fresh, and returns when the fetch has ended or the task is cancelled.
  ///
  /// Use this for pull-to-refresh, and for code that needs a current response. If a fetch is already in progress,
  /// another fetch follows, and both are awaited.
  ///
  /// ```swift
  /// await products.refresh(7)  // for example in SwiftUI's `refreshable`
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The location of this call, for reports.
  ///   - line: The location of this call.
  public func refresh(_ key: Key, fileID: StaticString = #fileID, line: UInt = #line) async {
    await store.send(embed(.refetch(key)), fileID: fileID, line: line)
    await store.node.context.waiting(in: "refresh", at: SourceLocation(fileID: fileID, line: line)) {
      for await entry in entries(key) where !entry.isFetching { return }
    }
  }

  /// The latest entry of a key, and its changes. The key is in use during the iteration.
  func entries(_ key: Key) -> AsyncStream<QueryEntry<Key, Value>> {
    let (entries, source) = AsyncStream<QueryEntry<Key, Value>>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let subscription = self[key].subscribe { source.yield($0) }
    source.onTermination = { _ in subscription.cancel() }
    return entries
  }
}
