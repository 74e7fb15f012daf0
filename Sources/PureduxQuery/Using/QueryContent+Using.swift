import PureduxCollections

// Users are counted outside of the state, which is notified of the first and the last one.
extension QueryContent {
  /// `number` orders the changes: if two arrive in the wrong order, the older one has no effect.
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
      setDeadline(of: &entry, now)
      if isUsed, !entry.isFetching, isStale(entry, now) { begin(&entry, now) }
    } else if !isUsed, entry.deadline == Moment.never {
      setDeadline(of: &entry, now)
    }
    write(entry)
  }

  /// Indexes an entry under its tags, if it is in use.
  private mutating func file(_ entry: Entry) {
    guard let tags = entry.tags else {
      return entry.isUsed ? untagged.insert(entry.id) : untagged.remove(entry.id)
    }
    for tag in tags {
      if entry.isUsed { tagged[tag]?.used.insert(entry.id) } else { tagged[tag]?.used.remove(entry.id) }
    }
  }

  /// Sets the keys in use.
  mutating func setUsed(_ keys: [Key], number: UInt64) {
    let wanted = Set(keys)
    for key in used.keys where !wanted.contains(key) { setUsed(key, false, number: number) }
    for key in keys where !used.contains(key) { setUsed(key, true, number: number) }
    usage = max(usage, number)
  }
}
