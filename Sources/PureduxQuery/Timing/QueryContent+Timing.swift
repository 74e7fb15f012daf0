import PureduxCollections
import PureduxCore
import PureduxEffects

// A single timer waits for the earliest of all deadlines. Without deadlines, there is no timer.
extension QueryContent {
  /// Sets the next deadline of an entry according to its current state.
  mutating func setDeadline(of entry: inout Entry, _ now: Int64) {
    var deadline = Moment.never
    if entry.isUsed {
      // Measure the polling interval from the end of the last fetch: if it were measured from the beginning of each
      // use, keys that are repeatedly released and reused might never be polled.
      if !entry.isFetching, let time = policy.pollTime {
        deadline = entry.endedAt == .min ? now + time : max(entry.endedAt + time, now)
      }
    } else if entry.isFetching {
      deadline = now + policy.cancelTime
    } else if let time = policy.keepTime {
      // An entry with pending changes is kept, so its deadline must be in the future, even if the policy removes unused
      // entries immediately.
      deadline = removal(after: outbox.isPending(entry.id) ? max(time, 1_000_000_000) : time, now)
    }
    guard deadline != entry.deadline else { return }
    entry.deadline = deadline
    if deadlines.count > 4 * entries.count + 64 { rebuildDeadlines() }
    if deadline != Moment.never { deadlines.insert(.init(time: deadline, key: entry.id)) }
  }

  /// Returns the time at which an entry is removed, rounded up to a multiple of `time / 16`.
  ///
  /// Each removal takes a pass over the entries, so rounding batches the removals into fewer passes.
  private func removal(after time: Int64, _ now: Int64) -> Int64 {
    let unit = max(time / 16, 1)
    return (now + time + unit - 1) / unit * unit
  }

  private mutating func rebuildDeadlines() {
    deadlines.removeAll()
    for entry in entries where entry.deadline != Moment.never {
      deadlines.insert(.init(time: entry.deadline, key: entry.id))
    }
  }

  /// Sets the timer to the earliest deadline, or stops it.
  mutating func arm() {
    if deadlines.count == 0, restoredDeadline == Moment.never, !alarm.isInProgress { return }
    while let first = deadlines.first, entries[id: first.key]?.deadline != first.time { deadlines.removeFirst() }
    let time = min(deadlines.first?.time ?? Moment.never, restoredDeadline)
    guard time != Moment.never else {
      if alarm.isInProgress { alarm.cancel() }
      alarmTime = Moment.never
      return
    }
    // If the earliest deadline moves later, let the timer fire early: that costs a single action, whereas resetting the
    // timer would restart its effect at each such move.
    guard time < alarmTime || !alarm.isInProgress else { return }
    alarmTime = time
    alarm.restart(at: .nanoseconds(time))
  }

  /// Handles the deadlines that have passed. Polls entries in use, and removes unused entries or cancels their fetches.
  mutating func timePassed() {
    if alarm.isInProgress { alarm.succeed() }
    alarmTime = Moment.never
    let now = Moment.now
    var removed = restoredDeadline <= now ? forgetRestored(now) : []
    while let first = deadlines.first, first.time <= now {
      deadlines.removeFirst()
      guard let index = entries.index(id: first.key), entries[index].deadline == first.time else { continue }
      var entry = entries[index]
      entry.deadline = Moment.never
      if entry.isUsed {
        if !entry.isFetching { begin(&entry, now, because: .poll) }
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

  /// Returns the indices of the restored entries that must be removed because they were not used in time.
  private mutating func forgetRestored(_ now: Int64) -> [Int] {
    restoredDeadline = Moment.never
    var removed: [Int] = []
    for index in entries.indices {
      var entry = entries[index]
      guard entry.deadline == Moment.never, !entry.isUsed, !entry.isFetching else { continue }
      if outbox.isPending(entry.id) {
        setDeadline(of: &entry, now)
        entries[index] = entry
      } else {
        for tag in entry.tags ?? [] { untag(entry.id, tag) }
        removed.append(index)
      }
    }
    return removed
  }

  /// Records the wall time of a response, from which its age is computed. Invalidations use logical time instead.
  mutating func noteAnswer(in entry: inout Entry, _ now: Int64) {
    if clockStart == nil { clockStart = WallTime.now &- now }
    (entry.updatedAt, entry.isRestored) = (wallTime(at: now), false)
  }

  /// Converts a time on the store's clock to a wall time. The resulting wall time advances with the store's clock, even
  /// if the system's time is changed.
  func wallTime(at now: Int64) -> Int64 { (clockStart ?? 0) &+ now }

  /// Prepares a restored state for its first action. The cost is independent of the number of entries.
  mutating func beginRestored() {
    isRestored = false
    let now = Moment.now
    clockStart = WallTime.now &- now
    if restored.entries, !restored.invalidations { invalidateAll() }
    restored = (false, false)
    if let time = policy.keepTime, !entries.isEmpty { restoredDeadline = removal(after: time, now) }
  }
}
