internal import PureduxCore

/// The kinds of choices that a run prefers, so that runs differ from each other (swarm testing).
struct Swarm: Sendable {
  /// The probability that a request is not simply answered.
  var faultRate = 0.15
  /// The probability that ready work runs in another order than the order of arrival.
  var orderRate = 0.3
  var losesNetwork = true
  /// The percentage of actions among the steps.
  var pace = 55
  /// The percentage of cases of actions that the run uses, selected by a hash with this salt.
  var usedShare = 100
  var salt: UInt64 = 0

  static func random(_ random: inout SeededGenerator) -> Swarm {
    func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
    return Swarm(
      faultRate: pick([0, 0.05, 0.2, 0.5]), orderRate: pick([0, 0.2, 0.6]), losesNetwork: pick([true, false]),
      pace: pick([35, 55, 75]), usedShare: pick([50, 70, 100]), salt: random.next())
  }

  func uses(_ name: String) -> Bool {
    // FNV-1a: unlike `Hasher`, the same in each process.
    let hash = name.utf8.reduce(salt) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash >> 33) % 100) < usedShare
  }
}

/// Makes the choices of one run: from a tape, or from a random number generator.
final class Choices: Sendable {
  private struct Content {
    var random: SeededGenerator
    var position = 0
    var made: [Tape.Step] = []
    /// While false, each choice is the simplest one.
    var isOn = true
  }

  /// The steps to repeat; nil for a random run.
  private let given: [Tape.Step]?
  private let content: Guarded<Content>
  let swarm: Swarm
  /// The maximum number of steps, including the launch.
  private let limit: Int

  /// Repeats a run.
  init(_ tape: Tape) {
    (given, swarm, limit) = (tape.steps, Swarm(), tape.steps.count)
    content = Guarded(Content(random: SeededGenerator(seed: 0)))
  }

  /// Makes a new run, which depends only on the seed.
  init(seed: UInt64, stepCount: Int, isSwarming: Bool) {
    var random = SeededGenerator(seed: seed)
    (given, swarm, limit) = (nil, isSwarming ? .random(&random) : Swarm(), stepCount + 1)
    content = Guarded(Content(random: random))
  }

  /// Reads a tape, or `seed`, a seed and a number of steps.
  convenience init(_ text: String, isSwarming: Bool) throws(Tape.Unreadable) {
    let numbers = text.split(separator: " ").compactMap { UInt64($0) }
    if text.hasPrefix("seed "), numbers.count == 2 {
      self.init(seed: numbers[0], stepCount: Int(clamping: numbers[1]), isSwarming: isSwarming)
    } else {
      self.init(try Tape(text))
    }
  }

  var isRandom: Bool { given == nil }
  var tape: Tape { content.withLock { Tape(steps: $0.made) } }

  /// Begins the next step: the next one of the tape, or one that `make` makes. Returns nil at the end of the run.
  func next(_ make: (inout SeededGenerator) -> Tape.Step) -> Tape.Step? {
    content.withLock { content in
      guard content.position < limit else { return nil }
      let step = given?[content.position] ?? make(&content.random)
      content.position += 1
      content.made.append(step)
      (content.made[content.made.count - 1].order, content.made[content.made.count - 1].outside) = ([], [])
      return step
    }
  }

  /// Records what became of the current step.
  func resolve(_ choice: Int, _ name: String?) {
    content.withLock { ($0.made[$0.made.count - 1].choice, $0.made[$0.made.count - 1].name) = (choice, name) }
  }

  /// Removes the current step, which did nothing.
  func withdraw() { content.withLock { _ = $0.made.removeLast() } }

  func turnOff() { content.withLock { $0.isOn = false } }

  /// Chooses which of `count` ready pieces of work runs next.
  func order(of count: Int) -> Int { draw(\.order, below: count, rate: swarm.orderRate) }

  /// Chooses what becomes of a request.
  func answer() -> Requests.Answer {
    let answers = Requests.Answer.allCases
    return answers[draw(\.outside, below: answers.count, rate: swarm.faultRate)]
  }

  private func draw(_ lane: WritableKeyPath<Tape.Step, [Int]>, below count: Int, rate: Double) -> Int {
    content.withLock { content in
      guard content.isOn, count > 1, let last = content.made.indices.last else { return 0 }
      let number =
        if let given {
          given[content.position - 1][keyPath: lane].dropFirst(content.made[last][keyPath: lane].count).first ?? 0
        } else if rate > 0, Double.random(in: 0..<1, using: &content.random) < rate {
          Int.random(in: 0..<count, using: &content.random)
        } else {
          0
        }
      content.made[last][keyPath: lane].append(min(number, count - 1))
      return min(number, count - 1)
    }
  }

  /// Chooses a case that the run uses, and then one of the actions of this case, whose position it returns.
  func action(named names: [String]) -> Int? {
    content.withLock { content in
      let all = Set(names).sorted()
      let used = all.filter(swarm.uses)
      let name = (used.isEmpty ? all : used).randomElement(using: &content.random)
      return names.indices.filter { names[$0] == name }.randomElement(using: &content.random)
    }
  }
}

extension SeededGenerator {
  /// Returns an element with a probability in proportion to its weight.
  mutating func pick<Element>(_ weighted: [(element: Element, weight: Int)]) -> Element {
    weighted.flatMap { repeatElement($0.element, count: $0.weight) }.randomElement(using: &self)!
  }
}
