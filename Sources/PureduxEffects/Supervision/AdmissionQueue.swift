/// A first-in-first-out queue with a limit on how many runs may work at once.
struct AdmissionQueue: Sendable {
  private let limit: Int?
  private var admittedCount = 0
  private var waiting: [EffectRun] = []
  private var head = 0
  /// The numbers of the runs in `waiting` that have left.
  private var left: Set<Int> = []

  /// A queue without a limit if it is nil; a limit below one is taken as one.
  init(limit: Int?) { self.limit = limit.map { max($0, 1) } }

  private var isFull: Bool { limit.map { admittedCount >= $0 } ?? false }

  /// Admits a run, or puts it at the end of the queue.
  mutating func enter(_ run: EffectRun) -> Admission {
    guard isFull else {
      admittedCount += 1
      return .admitted
    }
    waiting.append(run)
    return .queued
  }

  /// Takes note that a run ends or stops waiting.
  mutating func leave(_ run: EffectRun, _ admission: Admission) {
    switch admission {
    case .none: break
    case .admitted: admittedCount -= 1
    case .queued:
      left.insert(run.number)
      if left.count * 2 > waiting.count - head { compact() }
    }
  }

  /// Admits the next run that waits, if there is room.
  mutating func next() -> EffectRun? {
    guard !isFull else { return nil }
    while head < waiting.count {
      let next = waiting[head]
      head += 1
      guard left.remove(next.number) == nil else { continue }
      if head * 2 > waiting.count { compact() }
      admittedCount += 1
      return next
    }
    return nil
  }

  /// Lets go of the runs that have been admitted or have left.
  private mutating func compact() {
    waiting.removeFirst(head)
    head = 0
    guard !left.isEmpty else { return }
    waiting.removeAll { left.contains($0.number) }
    left = []
  }
}
