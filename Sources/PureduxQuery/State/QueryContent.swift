public import PureduxCollections
import PureduxCore
public import PureduxEffects

/// The contents of a query state, and their transitions.
@usableFromInline
struct QueryContent<Change: PendingChange>: Sendable {
  typealias Key = Change.Key
  typealias Value = Change.Value
  typealias Entry = QueryEntry<Key, Value>
  typealias Fetch = QueryFetch<Key, Value>

  var policy: QueryPolicy
  var entries: OrderedState<QueryEntry<Change.Key, Change.Value>> = []
  /// The fetches in progress. The fetches are in a separate list, so that the cost of comparing them is independent of
  /// the cache's size.
  @usableFromInline var fetches: OrderedState<QueryFetch<Change.Key, Change.Value>> = []
  @usableFromInline var outbox: Outbox<Change>
  /// The effect state of the single timer, which is set to the earliest deadline.
  @usableFromInline var alarm = Effect.State.idle()
  var alarmTime = Moment.never
  var deadlines = Deadlines<Key>()
  /// The shared deadline for removing unused restored entries, which have no deadlines of their own.
  var restoredDeadline = Moment.never
  /// The keys in use.
  var used = KeySet<Key>()
  var tagged: [QueryTag: Tagged] = [:]
  /// The keys in use whose tags are unknown.
  var untagged = KeySet<Key>()
  /// Logical time: incremented with each invalidation, each response and each write by this client.
  var stamp: UInt64 = 0
  /// The last invalidation for each scope.
  var invalidations: OrderedState<QueryInvalidation> = []
  /// The number of invalidations above which the invalidations of tags without entries are pruned.
  var invalidationLimit = 64
  /// The number of tags above which the tags without entries are removed while fetches are in progress.
  var tagLimit = 0
  // The times of the invalidations `.all` and `.anyTag`, copied here because they are compared for each entry.
  var allInvalidated: UInt64 = 0
  var anyTagInvalidated: UInt64 = 0
  /// The highest `number` of the `use` and `uses` actions reduced so far.
  @usableFromInline var usage: UInt64 = 0
  /// True if the state was restored and has not reduced an action since.
  var isRestored = false
  /// Whether the entries and the invalidations have been restored since the last action.
  var restored = (entries: false, invalidations: false)
  /// Identifies the counterparts that this query state was created or restored with. See `Agreement`.
  var origin = Version()
  /// The origin at the last restoration; nil if the state was never restored.
  var restoredOrigin: Version?
  /// How far this query state, as a sender of paired changes, agrees with the query state that shows the counterparts.
  var agreement = Agreement.none
  /// The wall time at which the store's clock read zero; nil before the first response.
  var clockStart: Int64?
  /// The page operations for `Value`; nil if values are fetched as a whole.
  let paging = Paging<Value>.ifPaged
  /// Whether the changes have counterparts in another query state.
  let isPaired = Change.self is any PairedChange.Type

  struct Tagged: Sendable {
    /// The number of entries with the tag.
    var count = 0
    /// The keys of the entries in use that have the tag.
    var used = KeySet<Key>()
  }

  init(_ policy: QueryPolicy, _ outbox: Outbox<Change>) {
    self.policy = policy
    self.outbox = outbox
  }

  /// What this query state needs from the others with which it shares changes.
  @usableFromInline var needs: Agreement.Needs {
    Agreement.Needs(
      agreement: isPaired ? agreement : nil, unclaimedSince: outbox.unclaimed.isEmpty ? nil : restoredOrigin)
  }

  /// Whether this identity belongs to the counterpart of a change that another query state sends.
  func isCounterpart(_ id: Identity) -> Bool { outbox.items[id: id]?.isCounterpart == true }

  mutating func tick() -> UInt64 {
    stamp += 1
    return stamp
  }

  mutating func write(_ entry: Entry) {
    if let index = entries.index(id: entry.id) { entries[index] = entry } else { entries.append(entry) }
  }

  /// Whether the entry must be fetched when it is next used.
  func isStale(_ entry: Entry, _ now: Int64) -> Bool {
    if isRestored || entry.value == nil || entry.updatedAt == .min || isInvalid(entry, since: entry.asked) {
      return true
    }
    // Invalidations may have been missed while the process was not running.
    guard let time = policy.staleTime else { return entry.isRestored }
    // A response time in the future means that the clock has since been set back.
    let age = wallTime(at: now) &- entry.updatedAt
    return age >= time || age < 0
  }

  /// Whether the entry was invalidated after this logical time.
  func isInvalid(_ entry: Entry, since time: UInt64) -> Bool {
    if entry.invalidated > time || allInvalidated > time { return true }
    guard anyTagInvalidated > time else { return false }
    guard let tags = entry.tags else { return true }
    return tags.contains { invalidations[id: .tag($0)]?.time ?? 0 > time }
  }

  /// Displays a confirmed value, with its pending changes applied.
  func show(_ confirmed: Value, in entry: inout Entry) {
    let rebased = outbox.rebased(confirmed, of: entry.id)
    entry.confirmed = rebased == nil ? nil : confirmed
    entry.value = rebased ?? confirmed
  }

  /// Records a write that might be missing from the response to a request in progress.
  mutating func noteWrite(in entry: inout Entry) {
    entry.written = tick()
    entry.landed = stamp
  }
}
