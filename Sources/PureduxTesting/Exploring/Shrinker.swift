/// Makes a failing run shorter and simpler, as long as the same invariant is broken.
struct Shrinker {
  private(set) var best: Tape
  private(set) var runCount = 0
  private var tried: Set<Tape> = []
  private let limit: Int
  /// Runs a tape, and returns the choices that it made; nil if the run does not break the invariant.
  private let repeated: (Tape) -> Tape?

  init(_ first: Tape, atMost limit: Int = 1000, repeated: @escaping (Tape) -> Tape?) {
    (best, self.limit, self.repeated) = (first, limit, repeated)
  }

  mutating func run() {
    var weight = Int.max
    while best.weight < weight {
      weight = best.weight
      removeSteps()
      clearLanes()
      lowerChoices()
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

  /// Clears the lanes of all steps at once, and then of each step.
  private mutating func clearLanes() {
    for lane in [\Tape.Step.order, \.outside] {
      change { for step in $0.steps.indices { $0.steps[step][keyPath: lane] = [] } }
      for step in best.steps.indices { change { if step < $0.steps.count { $0.steps[step][keyPath: lane] = [] } } }
    }
  }

  private mutating func lowerChoices() {
    var step = 0
    while step < best.steps.count {
      if best.steps[step].isRushed { change { $0.steps[step].isRushed = false } }
      // Another action at a lower position, unless the position is the kind of a network change.
      if step < best.steps.count, best.steps[step].kind != .network {
        lower(best.steps[step].choice) { tape, number in
          (tape.steps[step].choice, tape.steps[step].action) = (number, nil)
        }
      }
      for lane in [\Tape.Step.order, \.outside] {
        var index = 0
        while step < best.steps.count, index < best.steps[step][keyPath: lane].count {
          lower(best.steps[step][keyPath: lane][index]) { $0.steps[step][keyPath: lane][index] = $1 }
          index += 1
        }
      }
      step += 1
    }
  }

  private mutating func lower(_ value: Int, _ assign: (inout Tape, Int) -> Void) {
    for number in Set([0, 1, value / 2, value - 1]).sorted() where number >= 0 && number < value {
      if change({ assign(&$0, number) }) { return }
    }
  }

  /// Replaces two waits by one longer wait, although it is not the simplest one.
  private mutating func joinWaits() {
    for first in best.steps.indices where best.steps[first].kind == .wait && best.steps[first].choice < 2 {
      for second in best.steps.indices.dropFirst(first + 1) where best.steps[second].kind == .wait {
        let isShorter = change {
          $0.steps[first].choice += 1
          $0.steps.remove(at: second)
        }
        if isShorter { return }
      }
    }
  }
}
