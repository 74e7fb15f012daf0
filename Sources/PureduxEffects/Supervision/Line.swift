/// How many runs may work at once, and which wait, first come first served.
struct Line: Sendable {
  private let limit: Int?
  private var taken = 0
  private var waiting: [EffectRun] = []
  private var head = 0

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

  /// One that was admitted is no longer.
  mutating func leave() { taken -= 1 }

  /// Admits the next in the line that still stands there, if there is room.
  mutating func next(where stillWaits: (EffectRun) -> Bool) -> EffectRun? {
    while !isFull, head < waiting.count {
      let next = waiting[head]
      head += 1
      if head * 2 > waiting.count {
        waiting.removeFirst(head)
        head = 0
      }
      if stillWaits(next) {
        taken += 1
        return next
      }
    }
    return nil
  }
}
