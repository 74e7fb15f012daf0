/// How many runs may work at once, and which wait for their turn, first come first served.
struct Line {
  private let limit: Int?
  private var taken = 0
  private var waiting: [Identity] = []
  private var head = 0

  init(limit: Int?) { self.limit = limit.map { max($0, 1) } }

  private var isFull: Bool { limit.map { taken >= $0 } ?? false }

  /// Takes a place, or a position in the line. True for a place.
  mutating func enter(_ id: Identity) -> Bool {
    guard isFull else {
      taken += 1
      return true
    }
    waiting.append(id)
    return false
  }

  /// Gives a place back.
  mutating func leave() { taken -= 1 }

  /// Takes a place for the next in the line who still wants one, if there is any.
  mutating func admit(if wantsPlace: (Identity) -> Bool) -> Identity? {
    while !isFull, head < waiting.count {
      let next = waiting[head]
      head += 1
      if head * 2 > waiting.count {
        waiting.removeFirst(head)
        head = 0
      }
      if wantsPlace(next) {
        taken += 1
        return next
      }
    }
    return nil
  }
}
