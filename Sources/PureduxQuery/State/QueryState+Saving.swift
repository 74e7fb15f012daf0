public import PureduxCollections
import PureduxEffects

extension EditableQueryState {
  /// The entries of the cache, for a journal that saves each changed entry. Save ``savedChanges`` and
  /// ``savedInvalidations`` too.
  ///
  /// ```swift
  /// import PureduxPersistence
  ///
  /// let saved: [StatePart<LikeState>] = [
  ///   .elements("products", \.products.savedEntries),
  ///   .elements("product changes", \.products.savedChanges),
  ///   .elements("product invalidations", \.products.savedInvalidations),
  /// ]
  /// ```
  ///
  /// Setting this property restores entries: all fetches end, and the store reannounces the keys in use. If the
  /// invalidations are not restored as well, all entries become stale.
  public var savedEntries: OrderedState<QueryEntry<Key, Value>> {
    get { storage.content.entries }
    set { content.restore(newValue) }
  }

  /// The unconfirmed changes, in the form that a journal saves. Setting this property restores the changes, displays
  /// them, and sends them again in order.
  public var savedChanges: OrderedState<Outbox<Change>.Item> {
    get { storage.content.outbox.items }
    set { content.restore(newValue) }
  }

  /// The last invalidation for each scope, in the form that a journal saves. The affected entries do not record these
  /// invalidations.
  public var savedInvalidations: OrderedState<QueryInvalidation> {
    get { storage.content.invalidations }
    set { content.restore(newValue) }
  }
}

// A journal restores its parts one at a time, in any order. Each part of a journal contains its elements in their saved
// order.
extension QueryContent {
  mutating func restore(_ list: OrderedState<Entry>) {
    (fetches, used, untagged, tagged) = ([], KeySet(), KeySet(), [:])
    (deadlines, restoredDeadline, alarmTime) = (Deadlines(), Moment.never, Moment.never)
    if alarm.isInProgress { alarm.cancel() }
    // Resetting `usage` makes the store reannounce the keys in use.
    usage = 0
    entries = OrderedState(
      list.map { saved in
        var entry = Entry(saved.id)
        (entry.updatedAt, entry.asked) = (saved.updatedAt, Self.valid(saved.asked))
        entry.invalidated = Self.valid(saved.invalidated)
        stamp = max(stamp, entry.asked, entry.invalidated)
        if let tags = saved.tags { tag(&entry, tags) }
        if let value = saved.confirmedValue {
          entry.isRestored = true
          show(value, in: &entry)
        }
        return entry
      })
    (isRestored, restored.entries) = (true, true)
    beginAgreement()
  }

  mutating func restore(_ list: OrderedState<Outbox<Change>.Item>) {
    let before = outbox
    outbox = Outbox(retry: before.retry)
    for item in list {
      let keys = Outbox<Change>.unique(item.change.keys)
      outbox.append(item.change, item.id, on: keys, at: stamp, isCounterpart: item.isCounterpart)
    }
    outbox.unclaimed = Set(list.lazy.filter(\.isCounterpart).map(\.id))
    for index in entries.indices where outbox.isPending(entries[index].id) || before.isPending(entries[index].id) {
      var entry = entries[index]
      guard let confirmed = entry.confirmedValue else { continue }
      show(confirmed, in: &entry)
      entries[index] = entry
    }
    isRestored = true
    beginAgreement()
  }

  mutating func restore(_ list: OrderedState<QueryInvalidation>) {
    invalidations = OrderedState(list.lazy.map { QueryInvalidation(id: $0.id, time: Self.valid($0.time)) })
    allInvalidated = invalidations[id: .all]?.time ?? 0
    anyTagInvalidated = invalidations[id: .anyTag]?.time ?? 0
    stamp = invalidations.reduce(stamp) { max($0, $1.time) }
    (isRestored, restored.invalidations) = (true, true)
  }

  /// Returns a saved logical time, clamped so that later times do not overflow.
  private static func valid(_ time: UInt64) -> UInt64 { min(time, 1 << 62) }

  /// Returns the entry in a form that can be saved without the invalidations, or nil if it has no value.
  ///
  /// An invalidated entry is saved without its age, so that it is fetched again.
  func dated(_ entry: Entry) -> Entry? {
    guard let value = entry.confirmedValue else { return nil }
    var saved = Entry(entry.id)
    (saved.value, saved.tags) = (value, entry.tags)
    if !isInvalid(entry, since: entry.asked) { saved.updatedAt = entry.updatedAt }
    return saved
  }
}
