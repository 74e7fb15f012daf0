public import PureduxCollections
import PureduxCore
public import PureduxEffects

/// What a query state consists of, and what happens to it.
@usableFromInline
struct QueryContent<Change: PendingChange>: Sendable {
  typealias Key = Change.Key
  typealias Value = Change.Value
  typealias Entry = QueryEntry<Key, Value>
  typealias Fetch = QueryFetch<Key, Value>

  var policy: QueryPolicy
  var entries: OrderedState<QueryEntry<Change.Key, Change.Value>> = []
  /// The fetches in progress: a list of their own, so that looking at them costs nothing of the cache's size.
  @usableFromInline var fetches: OrderedState<QueryFetch<Change.Key, Change.Value>> = []
  @usableFromInline var outbox: Outbox<Change>
  /// The one timer: it waits for the earliest deadline.
  @usableFromInline var alarm = Effect.State.idle()
  var alarmTime = Moment.never
  var deadlines = Deadlines<Key>()
  /// The keys in use.
  var used = KeySet<Key>()
  var tagged: [QueryTag: Tagged] = [:]
  /// The keys in use whose tags are not known.
  var untagged = KeySet<Key>()
  /// Logical time: it grows with each invalidation, each landing and each write by this client.
  var stamp: UInt64 = 0
  var allInvalidated: UInt64 = 0
  var anyTagInvalidated: UInt64 = 0
  /// The largest number of a change of use that was reduced.
  @usableFromInline var usage: UInt64 = 0
  /// Whether it was decoded, and its entries have no deadlines yet.
  var isRestored = false
  /// The time of day at which the store's clock was zero, so that ages outlive the process; nil before the first answer.
  var clockStart: Int64?
  /// How pages are put together; nil where values are whole.
  let paging = Paging<Value>.ifPaged

  struct Tagged: Sendable {
    /// When it was invalidated last.
    var stamp: UInt64 = 0
    /// How many entries have the tag, and which of them are in use.
    var count = 0
    var used = KeySet<Key>()
  }

  init(_ policy: QueryPolicy, _ outbox: Outbox<Change>) {
    self.policy = policy
    self.outbox = outbox
  }

  mutating func tick() -> UInt64 {
    stamp += 1
    return stamp
  }

  mutating func write(_ entry: Entry) {
    if let index = entries.index(id: entry.id) { entries[index] = entry } else { entries.append(entry) }
  }

  /// Whether it is to be fetched anew before it is used.
  func isStale(_ entry: Entry, _ now: Int64) -> Bool {
    if isRestored || entry.value == nil || entry.updatedAt == .min || isInvalid(entry, since: entry.asked) {
      return true
    }
    return policy.staleTime.map { now &- entry.updatedAt >= $0 } ?? false
  }

  /// Whether it was invalidated after this logical time.
  func isInvalid(_ entry: Entry, since time: UInt64) -> Bool {
    if entry.invalidated > time || allInvalidated > time { return true }
    guard let tags = entry.tags else { return anyTagInvalidated > time }
    return tags.contains { tagged[$0]?.stamp ?? 0 > time }
  }

  /// Shows a confirmed value, with what is pending on it.
  func show(_ confirmed: Value, in entry: inout Entry) {
    let rebased = outbox.rebased(confirmed, of: entry.id)
    entry.confirmed = rebased == nil ? nil : confirmed
    entry.value = rebased ?? confirmed
  }

  /// Notes that this client knows of something that a request under way may not.
  mutating func noteWrite(in entry: inout Entry) {
    entry.written = tick()
    entry.landed = stamp
  }
}
