public import PureduxCore

/// Counts who uses which key, outside of the state. The state is told of the first user and of the last.
@usableFromInline
final class QueryUsers<Change: PendingChange>: Cancellable {
  @usableFromInline typealias Key = Change.Key
  @usableFromInline typealias Post = @Sendable (EditableQueryAction<Change>, _ number: UInt64) -> Void

  private struct Content {
    var counts: [Key: Int] = [:]
    /// The keys with users, in an order of their own.
    var used = KeySet<Key>()
    /// The last number that was given.
    var number: UInt64 = 0
    /// The number of the action that tells all users, while it is on its way.
    var told: UInt64?
    /// The largest number that the state has had.
    var seen: UInt64 = 0
    var hasEnded = false
  }

  private let content = Guarded(Content())
  private let post: Post
  /// Names the query state that this was attached for.
  let mark: Identity

  @usableFromInline
  init(mark: Identity, post: @escaping Post) { (self.mark, self.post) = (mark, post) }

  /// Counts a user more, or one less.
  func count(_ key: Key, by change: Int) {
    let told = content.withLock { content -> (isUsed: Bool, number: UInt64)? in
      let count = (content.counts[key] ?? 0) + change
      // The last user may be told of before the first one, by another thread.
      content.counts[key] = count == 0 ? nil : count
      guard (count > 0) != content.used.contains(key) else { return nil }
      if count > 0 { content.used.insert(key) } else { content.used.remove(key) }
      content.number += 1
      return (count > 0, content.number)
    }
    if let told { post(.use(key, told.isUsed, number: told.number), told.number) }
  }

  /// Takes note of a state. One that knows less of its users than the last, for example because it was restored, or more
  /// than there ever were, is told all of them again.
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

/// Uses a key until it is released or cancelled. It keeps no store alive.
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
