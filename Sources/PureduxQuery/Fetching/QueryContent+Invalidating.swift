import PureduxCollections

// The cost of an invalidation is proportional to the affected entries in use. Unused entries are checked when they are
// next used.
extension QueryContent {
  mutating func invalidate(_ keys: some Sequence<Key>) {
    let time = tick()
    let now = Moment.now
    for key in keys {
      guard var entry = entries[id: key] else { continue }
      entry.invalidated = time
      if entry.isUsed, !entry.isFetching { begin(&entry, now) }
      write(entry)
    }
  }

  mutating func invalidate(_ tags: [QueryTag]) {
    let time = tick()
    anyTagInvalidated = time
    var now: Int64?
    for key in untagged.keys { fetchIfIdle(key, &now) }
    for tag in tags where tagged[tag] != nil || !fetches.isEmpty {
      tagged[tag, default: Tagged()].stamp = time
      for key in tagged[tag]?.used.keys ?? [] { fetchIfIdle(key, &now) }
    }
  }

  mutating func invalidateAll() {
    allInvalidated = tick()
    var now: Int64?
    for key in used.keys { fetchIfIdle(key, &now) }
  }

  /// Reads before copying: most entries that are invalidated twice are already being fetched.
  private mutating func fetchIfIdle(_ key: Key, _ now: inout Int64?) {
    guard let index = entries.index(id: key), !entries[index].isFetching else { return }
    let time = now ?? Moment.now
    now = time
    var entry = entries[index]
    begin(&entry, time)
    entries[index] = entry
  }
}

// Tags.
extension QueryContent {
  /// Indexes an entry under other tags.
  mutating func tag(_ entry: inout Entry, _ tags: [QueryTag]) {
    guard tags != entry.tags else { return }
    for old in entry.tags ?? [] { untag(entry.id, old) }
    untagged.remove(entry.id)
    entry.tags = tags
    for tag in tags {
      tagged[tag, default: Tagged()].count += 1
      if entry.isUsed { tagged[tag]?.used.insert(entry.id) }
    }
  }

  /// A tag without entries is kept during fetches: a response may have the tag, and be older than its invalidation.
  mutating func untag(_ key: Key, _ tag: QueryTag) {
    tagged[tag]?.used.remove(key)
    tagged[tag]?.count -= 1
    if tagged[tag]?.count == 0, fetches.isEmpty { tagged[tag] = nil }
  }

  mutating func forgetUnusedTags() {
    if fetches.isEmpty, tagged.count > 2 * entries.count { tagged = tagged.filter { $0.value.count > 0 } }
  }
}
