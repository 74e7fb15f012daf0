public import PureduxCore
import PureduxCollections

extension EditableQueryState {
  /// Reduces an action that the library or the application dispatched.
  ///
  /// ```swift
  /// case .products(let action): products.reduce(action)
  /// ```
  ///
  /// All that happens to a query state comes through here, so that an action that is not handed on changes nothing.
  public mutating func reduce(_ action: EditableQueryAction<Change>) { content.reduce(action) }
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
    case .confirmed(let id, let values): confirm(id, values)
    case .notSent(let id, let failure, let isWorthRetrying): outbox.fail(id, failure, at: stamp, isWorthRetrying)
    case .refused(let id), .withdraw(let id): withdraw(id)
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

// What a reducer asks for by itself.
extension EditableQueryState {
  private mutating func change<Result>(_ body: (inout QueryContent<Change>) -> Result) -> Result {
    if storage.content.isRestored { content.beginRestored() }
    defer { content.arm() }
    return body(&content)
  }

  /// Invalidates the answers that bear one of these tags.
  ///
  /// What is in use is fetched by a request that begins after this, also where a fetch is under way; what is not in use
  /// is fetched when it is used next. The cost is that of the entries in use, however many others there are.
  public mutating func invalidate(tags: [QueryTag]) { change { $0.invalidate(tags) } }

  /// Invalidates these keys.
  public mutating func invalidate(_ keys: [Key]) { change { $0.invalidate(keys) } }

  /// Invalidates the keys that a closure chooses. It is asked about each key that is known.
  public mutating func invalidate(where isAffected: (Key) -> Bool) {
    let keys = entries.lazy.map(\.id).filter(isAffected)
    change { $0.invalidate(keys) }
  }

  /// Invalidates everything.
  public mutating func invalidateAll() { change { $0.invalidateAll() } }

  /// Fetches a key that may not be in use, unless it is fresh.
  public mutating func prefetch(_ key: Key) { change { $0.prefetch(key) } }

  /// Fetches a key, fresh or not. Where a fetch is under way, which was asked for earlier, another one follows it.
  public mutating func refetch(_ key: Key) { change { $0.refetch(key) } }

  /// Fetches what is used and stale.
  public mutating func refetchStale() { change { $0.refetchStale() } }

  /// Stops the fetch of a key. Its value stays as it is.
  public mutating func cancel(_ key: Key) { change { $0.cancel(key) } }

  /// Writes a value that is known to be right, for example because the server pushed it.
  ///
  /// A fetch that is under way began before this, so its answer is not taken, and another one follows. Pending changes stay
  /// shown on top of the value. Without tags the entry keeps those it has.
  public mutating func set(_ value: Value, for key: Key, tags: [QueryTag]? = nil) {
    change { $0.set(value, for: key, tags) }
  }

  /// Gives a key a value to begin with, if it has none. It is stale, so that its first use fetches it.
  public mutating func seed(_ value: Value, for key: Key) { change { $0.seed(value, for: key) } }

  /// Forgets every value and every change that is pending, for example when the user has signed out.
  ///
  /// What is in use is fetched anew.
  public mutating func reset() { change { $0.reset() } }

  /// Shows a change at once, and sends it when its turn comes. Returns the identity by which it is sent and withdrawn.
  @discardableResult
  public mutating func add(_ change: Change) -> Identity { self.change { $0.add(change) } }

  /// Takes a change back that was not confirmed. One that is on its way may reach the server all the same.
  public mutating func withdraw(_ id: Identity) { change { $0.withdraw(id) } }

  /// Sends again the changes that could not be sent.
  public mutating func resend() { change { $0.outbox.resend(at: $0.stamp) } }
}
