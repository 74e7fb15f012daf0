import PureduxCollections
import PureduxCore
import PureduxEffects

// A single timer waits for the earliest of all deadlines; without deadlines there is no timer.
extension QueryContent {
  /// Sets the next deadline of an entry according to its current state.
  mutating func setDeadline(of entry: inout Entry, _ now: Int64) {
    var deadline = Moment.never
    if entry.isUsed {
      if !entry.isFetching, let time = policy.pollTime { deadline = now + time }
    } else if entry.isFetching {
      deadline = now + policy.cancelTime
    } else if let time = policy.keepTime {
      // Rounded up to sixteenths of the time, so that entries are removed together: each removal costs a pass.
      let unit = max(time / 16, 1)
      deadline = (now + time + unit - 1) / unit * unit
    }
    guard deadline != entry.deadline else { return }
    entry.deadline = deadline
    if deadlines.count > 4 * entries.count + 64 { rebuildDeadlines() }
    if deadline != Moment.never { deadlines.insert(.init(time: deadline, key: entry.id)) }
  }

  private mutating func rebuildDeadlines() {
    deadlines.removeAll()
    for entry in entries where entry.deadline != Moment.never {
      deadlines.insert(.init(time: entry.deadline, key: entry.id))
    }
  }

  /// Sets the timer to the earliest deadline, or stops it.
  mutating func arm() {
    if deadlines.count == 0, !alarm.isInProgress { return }
    while let first = deadlines.first, entries[id: first.key]?.deadline != first.time { deadlines.removeFirst() }
    guard let first = deadlines.first else {
      if alarm.isInProgress { alarm.cancel() }
      alarmTime = Moment.never
      return
    }
    // A timer that fires early costs one action; resetting it would cost one action at each change.
    guard first.time < alarmTime || !alarm.isInProgress else { return }
    alarmTime = first.time
    alarm.restart(at: .nanoseconds(first.time))
  }

  /// Handles passed deadlines: fetches polled entries, and cancels and removes unused ones.
  mutating func timePassed() {
    if alarm.isInProgress { alarm.succeed() }
    alarmTime = Moment.never
    let now = Moment.now
    var removed: [Int] = []
    while let first = deadlines.first, first.time <= now {
      deadlines.removeFirst()
      guard let index = entries.index(id: first.key), entries[index].deadline == first.time else { continue }
      var entry = entries[index]
      entry.deadline = Moment.never
      if entry.isUsed {
        if !entry.isFetching { begin(&entry, now) }
      } else if entry.isFetching {
        entry.isFetching = false
        fetches.remove(id: entry.id)
        setDeadline(of: &entry, now)
      } else if outbox.isPending(entry.id) {
        setDeadline(of: &entry, now)
      } else {
        for tag in entry.tags ?? [] { untag(entry.id, tag) }
        removed.append(index)
      }
      entries[index] = entry
    }
    if !removed.isEmpty { entries.remove(at: removed) }
    forgetUnusedTags()
  }

  /// Records the time of a response. Invalidations are compared by logical time.
  mutating func noteAnswer(in entry: inout Entry, _ now: Int64) {
    if clockStart == nil { clockStart = WallTime.now &- now }
    (entry.updatedAt, entry.isRestored) = (now, false)
  }

  /// The time of a response in seconds since 1970; nil if it is unknown, or if the entry must be fetched anyway.
  func answeredAt(_ entry: Entry) -> Double? {
    guard let clockStart, entry.updatedAt != .min, !isInvalid(entry, since: entry.asked) else { return nil }
    return Double(clockStart &+ entry.updatedAt) / 1e9
  }

  /// Sets deadlines and ages of decoded entries, whose times are still wall times.
  mutating func beginRestored() {
    isRestored = false
    let now = Moment.now
    let clockStart = WallTime.now &- now
    self.clockStart = clockStart
    for index in entries.indices where entries[index].deadline == Moment.never {
      var entry = entries[index]
      let time = entry.updatedAt == .min ? .max : entry.updatedAt &- clockStart
      // Invalidations may have been missed in the meantime, so a response that becomes stale only by invalidation is
      // treated as stale. A response from the future comes from a clock that has since been set back.
      entry.updatedAt = policy.staleTime == nil || time > now ? .min : time
      setDeadline(of: &entry, now)
      entries[index] = entry
    }
  }
}
