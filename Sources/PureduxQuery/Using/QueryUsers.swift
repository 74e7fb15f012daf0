internal import PureduxCollections
public import PureduxCore

/// Counts the users of each key, outside the state. The query state is notified only when a key gains its first user or
/// loses its last.
@usableFromInline
final class QueryUsers<Change: PendingChange>: Cancellable, CounterpartSender {
  @usableFromInline typealias Key = Change.Key
  @usableFromInline typealias Post = @Sendable (EditableQueryAction<Change>, _ number: UInt64) -> Void

  /// The keys of an action that lists all keys in use, and its sequence number.
  private typealias Announced = (keys: [Key], number: UInt64)

  private struct Content {
    var counts: [Key: Int] = [:]
    /// The keys with users, in a deterministic order.
    var used = KeySet<Key>()
    /// The sequence number of the last action issued.
    var number: UInt64 = 0
    /// The sequence number of the queued action that lists all keys in use; nil if none is queued.
    var told: UInt64?
    /// What the query state needed when it was last seen.
    var needs = Agreement.Needs()
    /// Whether the query state has to be asked to claim its counterparts after the queued action.
    var owesClaim = false
    /// The highest action sequence number seen in a published state.
    var seen: UInt64 = 0
    var hasEnded = false

    /// Numbers an action that lists all keys in use.
    mutating func announce(_ usage: UInt64) -> Announced {
      number = max(number, usage) + 1
      (told, owesClaim) = (number, false)
      return (used.keys, number)
    }
  }

  private let content = Guarded(Content())
  private let post: Post
  /// Returns the work attached to the store, which includes the users of the other query states.
  private let attachedWork: @Sendable () -> [any Cancellable]
  let counterpartType = Change.counterpartType
  /// Identifies the query state to which this object was attached.
  let mark: Identity

  @usableFromInline
  init(mark: Identity, attachedWork: @escaping @Sendable () -> [any Cancellable], post: @escaping Post) {
    (self.mark, self.attachedWork, self.post) = (mark, attachedWork, post)
  }

  /// Adds or removes a user of a key.
  @usableFromInline
  func count(_ key: Key, by change: Int) {
    let told = content.withLock { content -> (isUsed: Bool, number: UInt64)? in
      let count = (content.counts[key] ?? 0) + change
      // The count may briefly be negative, because one thread may report the end of a use before another thread reports
      // its beginning.
      content.counts[key] = count == 0 ? nil : count
      guard (count > 0) != content.used.contains(key) else { return nil }
      if count > 0 { content.used.insert(key) } else { content.used.remove(key) }
      content.number += 1
      return (count > 0, content.number)
    }
    if let told { post(.use(key, told.isUsed, number: told.number), told.number) }
  }

  /// Checks the action sequence number in a published state. Reannounces all keys in use if the number has decreased,
  /// for example because the state was restored, or if the number is higher than any issued number. Also announces the
  /// keys for each round of the agreement with the query state that shows the counterparts: reducing the announcement
  /// takes the query state to the next round.
  @usableFromInline
  func look(at usage: UInt64, _ needs: Agreement.Needs) {
    var next: (announced: Announced?, counterparts: ObjectIdentifier?) = (nil, nil)
    content.withLock { content in
      if usage == content.seen, needs == content.needs, content.told == nil { return }
      let before = content.needs
      content.needs = needs
      let isAsked = needs.agreement != before.agreement && needs.agreement?.isComplete == false
      if isAsked, needs.agreement?.isClaimed == true { next.counterparts = counterpartType }
      if needs.unclaimedSince != nil, needs.unclaimedSince != before.unclaimedSince {
        next.counterparts = ObjectIdentifier(Change.self)
      }
      if let told = content.told, usage >= told { content.told = nil }
      let isOther = usage < content.seen || usage > content.number
      content.seen = max(content.seen, usage)
      guard content.told == nil, isOther || isAsked || content.owesClaim else { return }
      next.announced = content.announce(usage)
    }
    // The other senders claim their counterparts before this one reverts what is left.
    if let type = next.counterparts { askSenders(of: type) }
    if let announced = next.announced { post(.uses(announced.keys, number: announced.number), announced.number) }
  }

  private func askSenders(of type: ObjectIdentifier) {
    for case let sender as any CounterpartSender in attachedWork() where sender !== self {
      if sender.counterpartType == type { sender.askToAgree() }
    }
  }

  func askToAgree() {
    let announced = content.withLock { content -> Announced? in
      content.owesClaim = content.told != nil
      return content.owesClaim ? nil : content.announce(content.seen)
    }
    if let announced { post(.uses(announced.keys, number: announced.number), announced.number) }
  }

  @usableFromInline
  func cancel() { content.withLock { $0.hasEnded = true } }

  @usableFromInline var isEnded: Bool { content.withLock { $0.hasEnded } }
}

/// Keeps a key in use until this object is released or cancelled. The object does not retain the store.
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

/// A set with a deterministic order, which depends only on the operations performed on the set.
///
/// The order of a `Set` differs between processes, so fetches started for all members would have different identities
/// in each process.
struct KeySet<Key: Hashable & Sendable>: Sendable {
  private(set) var keys: [Key] = []
  private var positions: [Key: Int] = [:]

  var isEmpty: Bool { keys.isEmpty }

  func contains(_ key: Key) -> Bool { positions[key] != nil }

  mutating func insert(_ key: Key) {
    guard positions[key] == nil else { return }
    positions[key] = keys.count
    keys.append(key)
  }

  mutating func remove(_ key: Key) {
    guard let position = positions.removeValue(forKey: key) else { return }
    let last = keys.removeLast()
    guard position < keys.count else { return }
    keys[position] = last
    positions[last] = position
  }
}

// Users are counted outside the query state, which is notified only when a key gains its first user or loses its last.
extension QueryContent {
  /// Begins or ends the use of a key. If two actions arrive out of order, the one with the lower `number` has no
  /// effect.
  mutating func setUsed(_ key: Key, _ isUsed: Bool, number: UInt64) {
    usage = max(usage, number)
    var entry = entries[id: key] ?? Entry(key)
    guard number >= entry.usage else { return }
    entry.usage = number
    let now = Moment.now
    if entry.isUsed != isUsed {
      entry.isUsed = isUsed
      if isUsed { used.insert(key) } else { used.remove(key) }
      file(entry)
      if isUsed, !entry.isFetching, isStale(entry, now) { begin(&entry, now, because: .used) }
      setDeadline(of: &entry, now)
    } else if !isUsed, entry.deadline == Moment.never {
      setDeadline(of: &entry, now)
    }
    write(entry)
  }

  /// Adds an entry that is in use to the index of its tags, or removes an unused entry from the index.
  private mutating func file(_ entry: Entry) {
    guard let tags = entry.tags else {
      return entry.isUsed ? untagged.insert(entry.id) : untagged.remove(entry.id)
    }
    for tag in tags {
      if entry.isUsed { tagged[tag]?.used.insert(entry.id) } else { tagged[tag]?.used.remove(entry.id) }
    }
  }

  /// Replaces the set of keys in use.
  mutating func setUsed(_ keys: [Key], number: UInt64) {
    let wanted = Set(keys)
    for key in used.keys where !wanted.contains(key) { setUsed(key, false, number: number) }
    for key in keys where !used.contains(key) { setUsed(key, true, number: number) }
    usage = max(usage, number)
  }
}
