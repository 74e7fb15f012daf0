/// Counts the events in one step of a test, so that an endless step can be stopped.
///
/// Once exceeded, the limit stays exceeded: the interrupted work cannot be continued.
final class StepLimit: Sendable {
  private struct Count: Sendable {
    var actions = 0
    var wakeUps = 0
    /// The number of task pieces between suspensions. An action of an effect takes several.
    var tasks = 0
    var isExceeded = false
  }

  /// The number of actions, and of wake-ups, that a step may take.
  let most: Int
  private let mostTasks: Int
  private let count = Guarded(Count())

  init(_ most: Int) {
    self.most = max(1, most)
    mostTasks = self.most > Int.max / 10 ? Int.max : self.most * 10
  }

  var isExceeded: Bool { count.withLock { $0.isExceeded } }

  func beginStep() {
    count.withLock { count in
      if !count.isExceeded { count = Count() }
    }
  }

  func countAction() { add(1, to: \.actions, upTo: most) }

  func countWakeUps(_ number: Int) { add(number, to: \.wakeUps, upTo: most) }

  func countTask() { add(1, to: \.tasks, upTo: mostTasks) }

  private func add(_ number: Int, to part: WritableKeyPath<Count, Int>, upTo most: Int) {
    count.withLock { count in
      count[keyPath: part] += number
      if count[keyPath: part] > most { count.isExceeded = true }
    }
  }
}
