/// The sleeping tasks of a `TestClock` and their deadlines, accessed under its lock.
///
/// Each transition returns the continuations to resume after the lock is released.
struct Sleepers {
  typealias ID = UInt64

  private struct Sleeper {
    let id: ID
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private(set) var now: Duration = .zero
  private var lastID: ID = 0
  /// Ordered by deadline, and by the time of falling asleep for equal deadlines.
  private var sleepers: [Sleeper] = []
  /// The tasks that are about to sleep, and whether they have been cancelled.
  private var falling: [ID: Bool] = [:]

  var count: Int { sleepers.count }
  var nextDeadline: Duration? { sleepers.first?.deadline }

  mutating func makeID() -> ID {
    lastID += 1
    falling[lastID] = false
    return lastID
  }

  mutating func add(
    _ id: ID, until deadline: Duration, _ continuation: CheckedContinuation<Void, any Error>
  ) -> WakeUp {
    if falling.removeValue(forKey: id) == true { return WakeUp(cancelled: continuation) }
    if deadline <= now { return WakeUp(due: [continuation]) }
    let position = sleepers.partitioningIndex { $0.deadline > deadline }
    sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: position)
    return WakeUp()
  }

  mutating func cancel(_ id: ID) -> WakeUp {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      if falling[id] != nil { falling[id] = true }
      return WakeUp()
    }
    return WakeUp(cancelled: sleepers.remove(at: index).continuation)
  }

  /// Advances to the next instant at which a task wakes, otherwise to `limit`.
  mutating func wakeNext(until limit: Duration) -> WakeUp {
    guard let deadline = nextDeadline, deadline <= limit else {
      now = max(now, limit)
      return WakeUp()
    }
    now = deadline
    let due = sleepers.prefix { $0.deadline == deadline }
    sleepers.removeFirst(due.count)
    return WakeUp(due: due.map { $0.continuation })
  }
}

extension Array {
  /// The first index whose element satisfies a condition that holds for all later ones.
  fileprivate func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
