public import PureduxCore
public import PureduxDerived
public import PureduxEffects

extension StateStore {
  /// Fetches the keys of a query state when needed, and returns a handle for using the keys.
  ///
  /// Call this method once, where the store is created.
  ///
  /// ```swift
  /// let products = store.queries({ $0.products }, action: ShopAction.products, tags: { _, product in product.tags }) { id in
  ///   try await api.product(id)
  /// }
  /// let subscription = products[7].subscribe { entry in show(entry.value) }
  /// ```
  ///
  /// - Parameters:
  ///   - queries: The query state in the store's state.
  ///   - embed: Embeds an action of the query state in an action of this store. The store's reducer must pass the
  ///     embedded action to the query state.
  ///   - limit: The maximum number of concurrent fetches; further fetches wait in a first-in, first-out queue.
  ///   - tags: Returns the tags by which a response can be invalidated.
  ///   - name: The name of the fetches in events and reports.
  ///   - isWorthRetrying: Returns whether a fetch is retried after an error, within the limits of the policy; by
  ///     default, always.
  ///   - fetch: Requests the value of a key from the server. If the last attempt fails, its error is stored in the
  ///     entry.
  /// - Returns: The handle, which retains this store.
  @inlinable
  public func queries<Key, Value>(
    _ queries: @escaping @Sendable (_ state: State) -> QueryState<Key, Value>,
    action embed: @escaping @Sendable (QueryAction<Key, Value>) -> Action, limit: Int? = nil,
    tags: @escaping @Sendable (_ key: Key, _ value: Value) -> [QueryTag] = { _, _ in [] }, name: String = "query",
    retryIf isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true },
    fetch: @escaping @Sendable (_ key: Key) async throws -> Value
  ) -> StoreQueries<Key, Value, Action> {
    offered(whenChanged: .equal { queries($0).version })
      .attachQueries(queries, embed, limit, tags, name, isWorthRetrying) { try await fetch($0.id) }
  }

  /// Fetches lists page by page.
  ///
  /// Works like the overload for whole values, except that `fetch` also receives the cursor of the page to fetch. The
  /// cursor is nil for the first page of a list, unless the list is fetched again and has a `start` cursor.
  ///
  /// ```swift
  /// let reviews = catalog.queries({ $0.reviews }, action: CatalogAction.reviews) { id, cursor in
  ///   try await api.reviews(of: id, from: cursor ?? 0)
  /// }
  /// reviews.dispatch(.more(7))
  /// ```
  @inlinable
  public func queries<Key, Value: PagedValue>(
    _ queries: @escaping @Sendable (_ state: State) -> QueryState<Key, Value>,
    action embed: @escaping @Sendable (QueryAction<Key, Value>) -> Action, limit: Int? = nil,
    tags: @escaping @Sendable (_ key: Key, _ value: Value) -> [QueryTag] = { _, _ in [] }, name: String = "query",
    retryIf isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true },
    fetch: @escaping @Sendable (_ key: Key, _ cursor: Value.Cursor?) async throws -> Value
  ) -> StoreQueries<Key, Value, Action> {
    offered(whenChanged: .equal { queries($0).version })
      .attachQueries(queries, embed, limit, tags, name, isWorthRetrying) { try await fetch($0.id, $0.cursor) }
  }

  /// Fetches the keys of a query state when needed, and sends its changes to the server.
  ///
  /// Changes in the same lane are sent one at a time; changes in different lanes are sent concurrently.
  ///
  /// ```swift
  /// let products = likes.queries({ $0.products }, action: LikeAction.products) { id in
  ///   try await api.product(id)
  /// } send: { like, id in
  ///   [like.product: try await api.like(like.product, like.isLiked, idempotencyKey: id.text)]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queries: The query state in the store's state.
  ///   - embed: Embeds an action of the query state in an action of this store. The store's reducer must pass the
  ///     embedded action to the query state.
  ///   - limit: The maximum number of concurrent fetches; further fetches wait in a first-in, first-out queue.
  ///   - tags: Returns the tags by which a response can be invalidated.
  ///   - name: The name of the fetches in events and reports.
  ///   - isWorthRetrying: Returns whether a fetch or a change is retried after an error, within the limits of the
  ///     policies; by default, always.
  ///   - fetch: Requests the value of a key from the server.
  ///   - send: Sends a change to the server, with an identity that can serve as an idempotency key. The closure returns
  ///     the new values of entries, as reported by the server, and throws ``Refused`` if the server will never accept
  ///     the change.
  /// - Returns: The handle, which retains this store.
  @inlinable
  public func queries<Change: PendingChange>(
    _ queries: @escaping @Sendable (_ state: State) -> EditableQueryState<Change>,
    action embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action, limit: Int? = nil,
    tags: @escaping @Sendable (_ key: Change.Key, _ value: Change.Value) -> [QueryTag] = { _, _ in [] },
    name: String = "query", retryIf isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true },
    fetch: @escaping @Sendable (_ key: Change.Key) async throws -> Change.Value,
    send: @escaping @Sendable (_ change: Change, _ id: Identity) async throws -> [Change.Key: Change.Value]
  ) -> EditableStoreQueries<Change, Action> {
    let store = offered(whenChanged: .equal { queries($0).version })
    store.attachSending(queries, embed, name, isWorthRetrying, send)
    return store.attachQueries(queries, embed, limit, tags, name, isWorthRetrying) { try await fetch($0.id) }
  }

  /// Fetches the lists of a query state page by page, and sends their changes to the server.
  @inlinable
  public func queries<Change: PendingChange>(
    _ queries: @escaping @Sendable (_ state: State) -> EditableQueryState<Change>,
    action embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action, limit: Int? = nil,
    tags: @escaping @Sendable (_ key: Change.Key, _ value: Change.Value) -> [QueryTag] = { _, _ in [] },
    name: String = "query",
    retryIf isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true },
    fetch: @escaping @Sendable (_ key: Change.Key, _ cursor: Change.Value.Cursor?) async throws -> Change.Value,
    send: @escaping @Sendable (_ change: Change, _ id: Identity) async throws -> [Change.Key: Change.Value]
  ) -> EditableStoreQueries<Change, Action> where Change.Value: PagedValue {
    let store = offered(whenChanged: .equal { queries($0).version })
    store.attachSending(queries, embed, name, isWorthRetrying, send)
    return store.attachQueries(queries, embed, limit, tags, name, isWorthRetrying) { try await fetch($0.id, $0.cursor) }
  }
}

// These methods implement the public overloads, which call them on a store that publishes a state only if the queries
// have changed. An unrelated action costs one comparison per query state, regardless of the number of observers.
// The methods are inlinable, so that the comparison copies nothing.
extension StateStore {
  @inlinable
  func attachQueries<Change: PendingChange>(
    _ queries: @escaping @Sendable (State) -> EditableQueryState<Change>,
    _ embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action, _ limit: Int?,
    _ tags: @escaping @Sendable (Change.Key, Change.Value) -> [QueryTag], _ name: String,
    _ isWorthRetrying: @escaping @Sendable (any Error) -> Bool,
    _ fetch: @escaping @Sendable (QueryFetch<Change.Key, Change.Value>) async throws -> Change.Value
  ) -> EditableStoreQueries<Change, Action> {
    let users = countUsers(queries, embed, name)
    effect(
      forEach: {
        let content = queries($0).storage
        users.look(at: content.content.usage, content.content.needs)
        return content.content.fetches
      }, job: { $0.job }, limit: limit, name: name,
      onFailure: { embed(.failed($0.id, Effect.Failure($1), isWorthRetrying: isWorthRetrying($1))) }
    ) { request, dispatch in
      Effect {
        let answer = try await fetch(request)
        dispatch(embed(.answered(request.id, answer, tags(request.id, answer))))
      }
    }
    effect({ queries($0).storage.content.alarm }, name: "\(name) timer") { _, dispatch in
      Effect { dispatch(embed(.timePassed)) }.asDaemon()
    }
    return EditableStoreQueries(map(state: queries), users, embed)
  }

  @inlinable
  func attachSending<Change: PendingChange>(
    _ queries: @escaping @Sendable (State) -> EditableQueryState<Change>,
    _ embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action, _ name: String,
    _ isWorthRetrying: @escaping @Sendable (any Error) -> Bool,
    _ send: @escaping @Sendable (Change, Identity) async throws -> [Change.Key: Change.Value]
  ) {
    effect(
      forEach: { queries($0).storage.content.outbox.items }, job: { $0.job }, name: "\(name) change",
      onFailure: {
        embed(
          $1 is Refused
            ? .refused($0.id) : .notSent($0.id, Effect.Failure($1), isWorthRetrying: isWorthRetrying($1)))
      }
    ) { item, dispatch in
      Effect {
        let values = try await send(item.change, item.id)
        dispatch(embed(.confirmed(item.id, EditableQueryAction.confirmations(of: item.change, values))))
      }
    }
  }

  /// Creates the user counter, which tells this store when a key gains its first user or loses its last.
  @usableFromInline
  func countUsers<Change: PendingChange>(
    _ queries: @escaping @Sendable (State) -> EditableQueryState<Change>,
    _ embed: @escaping @Sendable (EditableQueryAction<Change>) -> Action, _ name: String
  ) -> QueryUsers<Change> {
    let mark = queries(state).storage.content.alarm.id
    let attached = node.attachedWork.lazy.compactMap { $0 as? QueryUsers<Change> }
    if attached.contains(where: { $0.mark == mark && !$0.isEnded }) {
      node.context.report(.queriesAttachedTwice(name))
    }
    let wasChecked = AtomicFlag()
    let post: QueryUsers<Change>.Post = { [store = weak()] action, number in
      guard let live = store.strong() else { return }
      if case .use(_, false, _) = action { return live.postFromDeinit(embed(action)) }
      // After the first action, check that the reducer passes actions on to the query state.
      guard wasChecked.raise() else { return live.dispatch(embed(action)) }
      live.node.post(embed(action)) {
        guard let live = store.strong(), !live.node.isDetached,
          queries(live.node.readPresentState()).storage.content.usage < number
        else { return }
        live.node.context.report(.queryActionsNotReduced(name))
      }
    }
    let attachedWork: @Sendable () -> [any Cancellable] = { [store = weak()] in
      store.strong()?.node.attachedWork ?? []
    }
    let users = QueryUsers<Change>(mark: mark, attachedWork: attachedWork) { [store = weak()] action, number in
      // An action that is dispatched while a past state is published would be dropped, so post the action in a
      // message. The mailbox delivers the message when the recorded program continues.
      guard TurnObserverHook.showsPastOnThread else { return post(action, number) }
      store.strong()?.node.tree.mailbox.post { _ in post(action, number) }
    }
    node.keep(users)
    users.joinEffectGroup()
    return users
  }

  /// Posts an action without starting the action's work. Returns before any message is delivered, because a use may end
  /// in a `deinit`, which can run at any time and on any thread.
  private func postFromDeinit(_ action: Action) {
    node.tree.mailbox.postFromDeinit { [actionQueue = node.actionQueue] turn in
      _ = actionQueue.perform(action, at: nil, unless: nil, isStopped: { false }, depth: 0, turn, then: nil)
    }
  }

  /// Fetches the stale keys in use whenever a signal arrives. The signals are observed while any key is in use.
  ///
  /// ```swift
  /// store.refetch(products, on: { network.becameReachable() })
  /// ```
  ///
  /// - Parameters:
  ///   - queries: The queries of this store.
  ///   - signal: Creates a sequence of signals, which are sent, for example, when the network becomes available or the
  ///     application becomes active. The closure is called whenever a key comes into use while no other key is in use.
  ///     Each call must create a new sequence, because cancelling the iteration of an `AsyncStream` ends the stream.
  ///   - name: The name of the work in events and reports.
  /// - Returns: This store, for chaining.
  @discardableResult
  public func refetch<Change>(
    _ queries: EditableStoreQueries<Change, Action>, on signal: @escaping @Sendable () -> AsyncStream<Void>,
    name: String = "query signal"
  ) -> Self {
    let embed = queries.embed
    queries.store.effect(toggle: { $0.isInUse }, name: name) { _, dispatch in
      Effect { for await _ in signal() { dispatch(embed(.refetchStale)) } }
    }
    return self
  }
}

extension EditableQueryAction {
  /// The values in the order of the change's keys: the order of a dictionary differs between runs of a program.
  @usableFromInline
  static func confirmations(of change: Change, _ values: [Change.Key: Change.Value]) -> [Confirmation] {
    let keys = Outbox<Change>.unique(change.keys)
    let others = values.keys.filter { !keys.contains($0) }.sorted { "\($0)" < "\($1)" }
    return (keys + others).compactMap { key in values[key].map { Confirmation(key, $0) } }
  }
}
