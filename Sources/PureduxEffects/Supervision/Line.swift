/// How many runs may work at once, and which wait, first come first served.
struct Line: Sendable {
  private let limit: Int?
  private var taken = 0
  private var waiting: [EffectRun] = []
  private var head = 0
  /// The numbers of those in the line that wait no longer.
  private var gone: Set<Int> = []

  init(limit: Int?) { self.limit = limit.map { max($0, 1) } }

  private var isFull: Bool { limit.map { taken >= $0 } ?? false }

  /// Admits a run, or puts it at the end of the line.
  mutating func enter(_ run: EffectRun) -> Supervision.Entry.Admission {
    guard isFull else {
      taken += 1
      return .admitted
    }
    waiting.append(run)
    return .inLine
  }

  /// One that was admitted, or stood in the line, does so no longer.
  mutating func leave(_ run: EffectRun, _ admission: Supervision.Entry.Admission) {
    switch admission {
    case .none: break
    case .admitted: taken -= 1
    case .inLine:
      gone.insert(run.number)
      if gone.count * 2 > waiting.count - head { forgetThoseWhoLeft() }
    }
  }

  /// Admits the next in the line, if there is room.
  mutating func next() -> EffectRun? {
    guard !isFull else { return nil }
    while head < waiting.count {
      let next = waiting[head]
      head += 1
      guard gone.remove(next.number) == nil else { continue }
      if head * 2 > waiting.count { forgetThoseWhoLeft() }
      taken += 1
      return next
    }
    return nil
  }

  private mutating func forgetThoseWhoLeft() {
    waiting.removeFirst(head)
    head = 0
    guard !gone.isEmpty else { return }
    waiting.removeAll { gone.contains($0.number) }
    gone = []
  }
}
