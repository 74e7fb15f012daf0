import PureduxCollections

// Users are counted outside of the state, which is told of the first and of the last one.
extension QueryContent {
  /// `number` orders the changes: of two that overtook each other on their way, the older one changes nothing.
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

  /// Files an entry under its tags, or under none, as far as it is in use.
  private mutating func file(_ entry: Entry) {
    guard let tags = entry.tags else {
      return entry.isUsed ? untagged.insert(entry.id) : untagged.remove(entry.id)
    }
    for tag in tags {
      if entry.isUsed { tagged[tag]?.used.insert(entry.id) } else { tagged[tag]?.used.remove(entry.id) }
    }
  }

  /// Has these keys in use, and no others.
  mutating func setUsed(_ keys: [Key], number: UInt64) {
    let wanted = Set(keys)
    for key in used.keys where !wanted.contains(key) { setUsed(key, false, number: number) }
    for key in keys where !used.contains(key) { setUsed(key, true, number: number) }
    usage = max(usage, number)
  }
}
