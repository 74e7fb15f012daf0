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
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
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
    let given: [Tape.Step]
    var position = 0
    var made: [Tape.Step] = []
    var random: SeededGenerator?
    /// While false, each choice is the simplest one.
    var isOn = true

    mutating func draw(_ lane: WritableKeyPath<Tape.Step, [Int]>, below count: Int, rate: Double) -> Int {
      guard isOn, let last = made.indices.last, count > 1 else { return 0 }
      var value = 0
      if random != nil {
        if random!.chance(rate) { value = Int.random(in: 0..<count, using: &random!) }
      } else {
        let (given, cursor) = (given[position - 1][keyPath: lane], made[last][keyPath: lane].count)
        value = cursor < given.count ? min(given[cursor], count - 1) : 0
      }
      made[last][keyPath: lane].append(value)
      return value
    }
  }

  private let content: Guarded<Content>
  let swarm: Swarm
  /// The maximum number of steps, including the launch.
  private let limit: Int

  /// Repeats a run.
  init(_ tape: Tape) {
    (swarm, limit) = (Swarm(), tape.steps.count)
    content = Guarded(Content(given: tape.steps))
  }

  /// Makes a new run, which depends only on the seed.
  init(seed: UInt64, stepCount: Int, isSwarming: Bool) {
    var random = SeededGenerator(seed: seed)
    swarm = isSwarming ? .random(&random) : Swarm()
    limit = stepCount + 1
    content = Guarded(Content(given: [], random: random))
  }

  var tape: Tape { content.withLock { Tape(steps: $0.made) } }
  var isRandom: Bool { content.withLock { $0.random != nil } }

  /// Begins the next step: the next one of the tape, or one that `make` makes. Returns nil at the end of the run.
  func next(_ make: (inout SeededGenerator) -> Tape.Step) -> Tape.Step? {
    content.withLock { content in
      guard content.position < limit else { return nil }
      let step = content.random == nil ? content.given[content.position] : make(&content.random!)
      content.position += 1
      content.made.append(step)
      (content.made[content.made.count - 1].order, content.made[content.made.count - 1].outside) = ([], [])
      return step
    }
  }

  /// Records what became of the current step.
  func resolve(_ change: (inout Tape.Step) -> Void) { content.withLock { change(&$0.made[$0.made.count - 1]) } }

  /// Removes the current step, which did nothing.
  func withdraw() { content.withLock { _ = $0.made.removeLast() } }

  func turnOff() { content.withLock { $0.isOn = false } }

  /// Chooses which of `count` ready pieces of work runs next.
  func order(of count: Int) -> Int { content.withLock { $0.draw(\.order, below: count, rate: swarm.orderRate) } }

  /// Chooses what becomes of a request.
  func answer() -> Requests.Answer {
    let answers = Requests.Answer.allCases
    return answers[content.withLock { $0.draw(\.outside, below: answers.count, rate: swarm.faultRate) }]
  }

  /// Chooses a case that the run uses, and then one of the actions of this case. Returns nil for a tape.
  func action(named names: [String]) -> Int? {
    content.withLock { content in
      guard content.random != nil else { return nil }
      var kept = Set(names).filter(swarm.uses).sorted()
      if kept.isEmpty { kept = Set(names).sorted() }
      let name = kept[Int.random(in: 0..<kept.count, using: &content.random!)]
      let indices = names.indices.filter { names[$0] == name }
      return indices[Int.random(in: 0..<indices.count, using: &content.random!)]
    }
  }
}

extension SeededGenerator {
  mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns an element with a probability in proportion to its weight.
  mutating func pick<Element>(_ weighted: [(element: Element, weight: Int)]) -> Element {
    var number = Int.random(in: 0..<weighted.reduce(0) { $0 + $1.weight }, using: &self)
    for (element, weight) in weighted {
      if number < weight { return element }
      number -= weight
    }
    return weighted[0].element
  }
}
