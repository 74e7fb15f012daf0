public import PureduxCore

/// Counts the users of each key, outside of the state. The state is notified of the first and the last user.
@usableFromInline
final class QueryUsers<Change: PendingChange>: Cancellable {
  @usableFromInline typealias Key = Change.Key
  @usableFromInline typealias Post = @Sendable (EditableQueryAction<Change>, _ number: UInt64) -> Void

  private struct Content {
    var counts: [Key: Int] = [:]
    /// The keys with users, in a deterministic order.
    var used = KeySet<Key>()
    /// The last number that was issued.
    var number: UInt64 = 0
    /// The number of the action that lists all users, while it is queued.
    var told: UInt64?
    /// The largest number that the state has had.
    var seen: UInt64 = 0
    var hasEnded = false
  }

  private let content = Guarded(Content())
  private let post: Post
  /// Identifies the query state for which this was attached.
  let mark: Identity

  @usableFromInline
  init(mark: Identity, post: @escaping Post) { (self.mark, self.post) = (mark, post) }

  /// Adds or removes a user.
  func count(_ key: Key, by change: Int) {
    let told = content.withLock { content -> (isUsed: Bool, number: UInt64)? in
      let count = (content.counts[key] ?? 0) + change
      // Another thread may announce the last user before the first one.
      content.counts[key] = count == 0 ? nil : count
      guard (count > 0) != content.used.contains(key) else { return nil }
      if count > 0 { content.used.insert(key) } else { content.used.remove(key) }
      content.number += 1
      return (count > 0, content.number)
    }
    if let told { post(.use(key, told.isUsed, number: told.number), told.number) }
  }

  /// Observes a state. If it knows less of its users than the previous state, for example because it was restored, or
  /// more than there ever were, all users are announced again.
  @usableFromInline
  func look(at usage: UInt64) {
    let told = content.withLock { content -> (keys: [Key], number: UInt64)? in
      if usage == content.seen { return nil }
      if let told = content.told, usage >= told { content.told = nil }
      let isOther = usage < content.seen || usage > content.number
      content.seen = max(content.seen, usage)
      guard isOther, content.told == nil else { return nil }
      content.number = max(content.number, usage) + 1
      content.told = content.number
      return (content.used.keys, content.number)
    }
    if let told { post(.uses(told.keys, number: told.number), told.number) }
  }

  @usableFromInline
  func cancel() { content.withLock { $0.hasEnded = true } }

  @usableFromInline var isEnded: Bool { content.withLock { $0.hasEnded } }
}

/// Uses a key until it is released or cancelled. It does not retain the store.
public final class QueryUse: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init<Change>(_ users: QueryUsers<Change>, _ key: Change.Key) {
    end = Guarded { users.count(key, by: -1) }
    users.count(key, by: 1)
  }

  deinit { cancel() }

  /// Ends the use.
  public func cancel() { end.take()?() }
}
