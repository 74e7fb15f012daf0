import PureduxCollections

// The cost of invalidating a tag, or all responses, is proportional to the number of affected entries in use. Unused
// entries are checked when they are next used.
extension QueryContent {
  mutating func invalidate(_ keys: some Sequence<Key>, because reason: FetchReason = .invalidated) {
    let time = tick()
    let now = Moment.now
    for key in keys {
      guard let index = entries.index(id: key) else { continue }
      var entry = entries[index]
      invalidate(&entry, at: time, now, because: reason)
      entries[index] = entry
    }
  }

  mutating func invalidate(_ entry: inout Entry, at time: UInt64, _ now: Int64, because reason: FetchReason) {
    entry.invalidated = time
    if entry.isUsed, !entry.isFetching { begin(&entry, now, because: reason) }
  }

  mutating func invalidate(_ tags: [QueryTag]) {
    let time = tick()
    note(QueryInvalidation(id: .anyTag, time: time))
    var now: Int64?
    for key in untagged.keys { fetchIfIdle(key, &now) }
    for tag in tags where tagged[tag] != nil || !fetches.isEmpty {
      note(QueryInvalidation(id: .tag(tag), time: time))
      for key in tagged[tag, default: Tagged()].used.keys { fetchIfIdle(key, &now) }
    }
    forgetTagsOfLongFetches()
  }

  mutating func invalidateAll() {
    note(QueryInvalidation(id: .all, time: tick()))
    var now: Int64?
    for key in used.keys { fetchIfIdle(key, &now) }
  }

  private mutating func note(_ invalidation: QueryInvalidation) {
    switch invalidation.id {
    case .all: allInvalidated = invalidation.time
    case .anyTag: anyTagInvalidated = invalidation.time
    case .tag: break
    }
    if let index = invalidations.index(id: invalidation.id) {
      invalidations[index] = invalidation
    } else {
      invalidations.append(invalidation)
    }
  }

  /// Fetches an entry, unless a fetch is in progress.
  ///
  /// The entry is checked before it is copied, because a repeatedly invalidated entry is usually being fetched already.
  private mutating func fetchIfIdle(_ key: Key, _ now: inout Int64?) {
    guard let index = entries.index(id: key), !entries[index].isFetching else { return }
    let time = now ?? Moment.now
    now = time
    var entry = entries[index]
    begin(&entry, time, because: .invalidated)
    entries[index] = entry
  }
}

// Maintains the index of entries by tag.
extension QueryContent {
  /// Replaces the tags under which an entry is indexed.
  mutating func tag(_ entry: inout Entry, _ tags: [QueryTag]) {
    guard tags != entry.tags else { return }
    for old in entry.tags ?? [] { untag(entry.id, old) }
    untagged.remove(entry.id)
    entry.tags = tags
    for tag in tags {
      tagged[tag, default: Tagged()].count += 1
      if entry.isUsed { tagged[tag]?.used.insert(entry.id) }
    }
    forgetTagsOfLongFetches()
  }

  /// Removes a key from the index of a tag. A tag without entries is kept while fetches are in progress, because a
  /// response that was requested before the tag's invalidation might still carry the tag.
  mutating func untag(_ key: Key, _ tag: QueryTag) {
    tagged[tag]?.used.remove(key)
    tagged[tag]?.count -= 1
    if tagged[tag]?.count == 0, fetches.isEmpty {
      tagged[tag] = nil
      invalidations.remove(id: .tag(tag))
    }
  }

  mutating func forgetUnusedTags() {
    guard fetches.isEmpty else { return }
    if tagged.count > 2 * entries.count { tagged = tagged.filter { $0.value.count > 0 } }
    // Some invalidated tags may never have been attached to a response. The limit grows with the number of remaining
    // invalidations, so the cost of examining all invalidations is amortized.
    if invalidations.count > invalidationLimit { forgetInvalidationsOfUnusedTags() }
  }

  /// Removes tags without entries while fetches are in progress, if there are many. A response that was requested
  /// before might still carry such a tag, so the keys being fetched are invalidated instead: another fetch follows.
  ///
  /// Otherwise, a single fetch that hangs would keep the invalidations of all tags.
  private mutating func forgetTagsOfLongFetches() {
    let limit = max(Self.mostUnusedTags, fetches.count)
    guard !fetches.isEmpty, invalidations.count > invalidationLimit + limit || tagged.count > tagLimit + limit
    else { return }
    tagged = tagged.filter { $0.value.count > 0 }
    tagLimit = 2 * tagged.count
    let count = invalidations.count
    forgetInvalidationsOfUnusedTags()
    guard invalidations.count < count else { return }
    let time = tick()
    for fetch in fetches { entries[id: fetch.id]?.invalidated = time }
  }

  private mutating func forgetInvalidationsOfUnusedTags() {
    invalidations.removeAll { if case .tag(let tag) = $0.id { tagged[tag] == nil } else { false } }
    invalidationLimit = max(64, 2 * invalidations.count)
  }

  /// The number of tags without entries above which they are removed while fetches are in progress.
  private static var mostUnusedTags: Int { 1_000 }
}

/// The last invalidation with a given scope, in the form that a journal saves.
///
/// See ``EditableQueryState/savedInvalidations``.
public struct QueryInvalidation: Identifiable, Hashable, Codable, Sendable {
  /// The scope of an invalidation.
  public enum ID: Hashable, Codable, Sendable {
    /// Everything.
    case all
    /// At least one tag. This invalidation affects the values whose tags are unknown.
    case anyTag
    /// All values with this tag.
    case tag(QueryTag)
  }

  public let id: ID
  /// The logical time of the invalidation, for comparison with the times of requests.
  let time: UInt64
}
