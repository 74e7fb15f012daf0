/// Makes a failing run shorter and simpler, as long as the same invariant is broken.
struct Shrinker {
  private(set) var best: Tape
  private(set) var runCount = 0
  private var tried: Set<Tape> = []
  private let limit: Int
  /// Runs a tape, and returns the choices that it made; nil if the run does not break the invariant.
  private let repeated: (Tape) -> Tape?
  private static var lanes: [WritableKeyPath<Tape.Step, [Int]>] { [\.order, \.outside] }

  init(_ first: Tape, atMost limit: Int = 1000, repeated: @escaping (Tape) -> Tape?) {
    (best, self.limit, self.repeated) = (first, limit, repeated)
  }

  mutating func run() {
    var weight = Int.max
    while best.weight < weight {
      weight = best.weight
      removeSteps()
      for lane in Self.lanes { change { for step in $0.steps.indices { $0.steps[step][keyPath: lane] = [] } } }
      for step in best.steps.indices { simplify(step) }
      joinWaits()
    }
  }

  @discardableResult private mutating func change(_ change: (inout Tape) -> Void) -> Bool {
    var tape = best
    change(&tape)
    guard runCount < limit, tape.weight < best.weight, tried.insert(tape).inserted else { return false }
    runCount += 1
    guard let made = repeated(tape), made.weight < best.weight else { return false }
    best = made
    return true
  }

  /// Removes steps from the end, first many at a time. The launch stays.
  private mutating func removeSteps() {
    var size = max(1, (best.steps.count - 1) / 2)
    while size >= 1 {
      var end = best.steps.count
      while end > 1 {
        let start = max(1, end - size)
        change { $0.steps.removeSubrange(start..<end) }
        end = min(start, best.steps.count)
      }
      size /= 2
    }
  }

  /// Simplifies the choices of one step.
  private mutating func simplify(_ step: Int) {
    for lane in Self.lanes { change { if step < $0.steps.count { $0.steps[step][keyPath: lane] = [] } } }
    change { if step < $0.steps.count { $0.steps[step].isRushed = false } }
    lower({ $0.dropFirst(step).first?.choice }) { ($0[step].choice, $0[step].name) = ($1, nil) }
    for lane in Self.lanes {
      for index in best.steps.dropFirst(step).first?[keyPath: lane].indices ?? 0..<0 {
        lower({ $0.dropFirst(step).first?[keyPath: lane].dropFirst(index).first }) {
          $0[step][keyPath: lane][index] = $1
        }
      }
    }
  }

  private mutating func lower(_ number: ([Tape.Step]) -> Int?, _ assign: (inout [Tape.Step], Int) -> Void) {
    guard let value = number(best.steps), value > 0 else { return }
    for smaller in Set([0, 1, value / 2, value - 1]).sorted() where smaller < value {
      if change({ assign(&$0.steps, smaller) }) { return }
    }
  }

  /// Replaces two waits by one longer wait, although it is not the simplest one, and a wait by a shorter one.
  private mutating func joinWaits() {
    let waits = Tape.Kind.waits
    for first in best.steps.indices {
      guard first < best.steps.count, let length = waits.firstIndex(of: best.steps[first].kind) else { continue }
      for shorter in waits[..<length] { change { $0.steps[first].kind = shorter } }
      guard length + 1 < waits.count else { continue }
      for second in best.steps.indices.dropFirst(first + 1) where waits.contains(best.steps[second].kind) {
        let isJoined = change {
          $0.steps[first].kind = waits[length + 1]
          $0.steps.remove(at: second)
        }
        if isJoined { return }
      }
    }
  }
}
