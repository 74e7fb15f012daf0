public import PureduxCore
import PureduxCollections

extension EditableQueryState {
  /// Reduces an action that the library or the application dispatched.
  ///
  /// ```swift
  /// let reducer: Reducer<ShopState, ShopAction> = { state, action in
  ///   if case .products(let action) = action { state.products.reduce(action) }
  /// }
  /// ```
  ///
  /// Pass every action of the query state to this method: an action that is not passed has no effect.
  public mutating func reduce(_ action: EditableQueryAction<Change>) {
    switch action {
    case .add, .confirmed, .refused, .withdraw: reportIfPaired()
    default: break
    }
    content.reduce(action)
  }

  /// Reports misuse if changes have counterparts, but the other query state was not passed.
  private func reportIfPaired() {
    if storage.content.isPaired { StoreContext.current.report(.counterpartNotTold("\(Change.self)")) }
  }
}

extension QueryContent {
  mutating func reduce(_ action: EditableQueryAction<Change>) {
    if isRestored { beginRestored() }
    switch action {
    case .use(let key, let isUsed, let number): setUsed(key, isUsed, number: number)
    case .uses(let keys, let number): setUsed(keys, number: number)
    case .answered(let key, let answer, let tags): take(answer, for: key, tags)
    case .failed(let key, let failure, let isWorthRetrying): fail(failure, for: key, isWorthRetrying)
    case .timePassed: timePassed()
    case .confirmed(let id, let values): if !isCounterpart(id) { confirm(id, values) }
    case .notSent(let id, let failure, let isWorthRetrying): outbox.fail(id, failure, at: stamp, isWorthRetrying)
    case .refused(let id): if !isCounterpart(id) { withdraw(id, isInDoubt: false) }
    case .withdraw(let id): if !isCounterpart(id) { withdraw(id, isInDoubt: wasSent(id)) }
    case .prefetch(let key): prefetch(key)
    case .refetch(let key): refetch(key)
    case .refetchStale: refetchStale()
    case .more(let key): more(key, .later)
    case .earlier(let key): more(key, .earlier)
    case .cancel(let key): cancel(key)
    case .invalidate(let tags): invalidate(tags)
    case .add(let change): add(change)
    case .resend: outbox.resend(at: stamp)
    }
    arm()
  }
}

// Requests that a reducer can make directly, without an action.
extension EditableQueryState {
  mutating func change<Result>(_ body: (inout QueryContent<Change>) -> Result) -> Result {
    if storage.content.isRestored { content.beginRestored() }
    defer { content.arm() }
    return body(&content)
  }

  /// Invalidates all responses that have any of these tags.
  ///
  /// Keys in use are fetched by requests that begin after this call, even if a fetch is already in progress. Other keys
  /// are fetched when they are next used. The cost is proportional to the number of affected entries in use, regardless
  /// of the number of unused entries.
  public mutating func invalidate(tags: [QueryTag]) { change { $0.invalidate(tags) } }

  /// Invalidates the responses for these keys.
  public mutating func invalidate(_ keys: [Key]) { change { $0.invalidate(keys) } }

  /// Invalidates the keys that satisfy a predicate, which is called for each key in the cache.
  public mutating func invalidate(where isAffected: (Key) -> Bool) {
    let keys = entries.lazy.map(\.id).filter(isAffected)
    change { $0.invalidate(keys) }
  }

  /// Invalidates all responses.
  public mutating func invalidateAll() { change { $0.invalidateAll() } }

  /// Fetches a key whose value is not fresh, even if the key is not in use.
  public mutating func prefetch(_ key: Key) { change { $0.prefetch(key) } }

  /// Fetches a key, even if its value is fresh. If a fetch is already in progress, another fetch follows.
  public mutating func refetch(_ key: Key) { change { $0.refetch(key) } }

  /// Fetches the stale keys in use.
  public mutating func refetchStale() { change { $0.refetchStale() } }

  /// Cancels the fetch for a key. The value of the key does not change.
  public mutating func cancel(_ key: Key) { change { $0.cancel(key) } }

  /// Sets a value that is known to be current, for example because the server pushed it.
  ///
  /// The response to a fetch in progress is dropped, because the request is older than the value; the key is then
  /// fetched again. Pending changes stay applied to the displayed value. If `tags` is nil, the entry keeps its tags.
  public mutating func set(_ value: Value, for key: Key, tags: [QueryTag]? = nil) {
    change { $0.set(value, for: key, tags) }
  }

  /// Sets the initial value of a key that has no value yet. The value is stale, so the first use of the key triggers a
  /// fetch.
  public mutating func seed(_ value: Value, for key: Key) { change { $0.seed(value, for: key) } }

  /// Removes all values and all pending changes, for example when the user signs out.
  ///
  /// Keys in use are fetched again.
  ///
  /// The counterparts of changes that another query state sends remain pending, because their outcome is not known yet.
  public mutating func reset() {
    if !pending.isEmpty { reportIfPaired() }
    change { $0.reset() }
  }

  /// Displays a change immediately, and sends it after the earlier changes in its lane. Returns the change's identity.
  @discardableResult
  public mutating func add(_ change: Change) -> Identity {
    reportIfPaired()
    return self.change { $0.add(change) }
  }

  /// Reverts an unconfirmed change. A change that was sent may have reached the server, so its keys are fetched again.
  ///
  /// To revert a counterpart, withdraw its change in the query state that sends the change.
  public mutating func withdraw(_ id: Identity) {
    reportIfPaired()
    change { if !$0.isCounterpart(id) { $0.withdraw(id, isInDoubt: $0.wasSent(id)) } }
  }

  /// Resends the changes that could not be sent.
  public mutating func resend() { change { $0.outbox.resend(at: $0.stamp) } }
}
