internal import PureduxDifference

/// The choices of a run: for each step, what was done, in which order work ran, and what became of the requests.
///
/// Zero is always the simplest choice, and a lane that has run out continues with zeros. Each step has its own lanes. So
/// removing a step or lowering a number results in another possible run.
struct Tape: Sendable, Hashable {
  enum Kind: Int, Sendable, CaseIterable {
    case launch, send, wait, restart, undo, network, change
  }

  struct Step: Sendable, Hashable {
    var kind: Kind
    /// The position of the action among the possible ones, or the kind of wait, network state or change.
    var choice = 0
    /// The text of the action, by which a repeated run finds it; nil if only the position is known.
    var action: String?
    /// Whether the next step follows before the work of this one has run.
    var isRushed = false
    var order: [Int] = []
    var outside: [Int] = []

    /// A step of lower weight is simpler.
    var weight: Int {
      let numbers = order + outside
      return 1000 + kind.rawValue + choice + (isRushed ? 1 : 0) + numbers.reduce(0, +) + numbers.count { $0 > 0 }
    }
  }

  /// The first step is the launch.
  var steps: [Step]

  var weight: Int { steps.reduce(0) { $0 + $1.weight } }

  /// The text of an action, on one line.
  static func text(of action: Any) -> String { Rendering.text(action).split(separator: "\n").joined(separator: " ") }
}

/// The textual form, which a printed test contains.
extension Tape {
  private static let words: [(text: String, step: Step)] = [
    ("launch", Step(kind: .launch)), ("restart", Step(kind: .restart)), ("wait", Step(kind: .wait)),
    ("wait 1 s", Step(kind: .wait, choice: 1)), ("wait 10 min", Step(kind: .wait, choice: 2)),
    ("network gone", Step(kind: .network)), ("network back", Step(kind: .network, choice: 1)),
  ]

  /// A line for each step, followed by indented lines for the lanes that are not all zero.
  ///
  /// - Parameter changes: The names of the changes that other clients make.
  func text(_ changes: [String]) -> [String] {
    steps.flatMap { step in
      let argument = step.kind == .change ? changes[step.choice] : step.action ?? "#\(step.choice)"
      let line = Self.words.first { $0.step.kind == step.kind && $0.step.choice == step.choice }?.text
      func lane(_ name: String, _ numbers: [Int], _ text: (Int) -> String) -> [String] {
        guard let last = numbers.lastIndex(where: { $0 != 0 }) else { return [] }
        return ["  \(name): \(numbers[...last].map(text).joined(separator: ", "))"]
      }
      return [line ?? "\(step.kind) \(argument)"] + (step.isRushed ? ["  rushed"] : [])
        + lane("requests", step.outside) { "\(Requests.Answer.allCases[$0])" } + lane("order", step.order) { "\($0)" }
    }
  }

  /// The line that cannot be read.
  struct Unreadable: Error {
    let line: String
  }

  init(_ text: String, changes: [String]) throws(Unreadable) {
    steps = []
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let values = words.drop { $0 != ":" }.dropFirst().split(separator: ",").map { $0.filter { $0 != " " } }
      if line.first != " ", let step = Self.step(String(words), changes) {
        steps.append(step)
      } else if line.first == " ", let last = steps.indices.last, words == "rushed" {
        steps[last].isRushed = true
      } else if line.first == " ", let last = steps.indices.last, words.hasPrefix("requests:") {
        steps[last].outside = values.map { name in Requests.Answer.allCases.firstIndex { "\($0)" == name } ?? 0 }
      } else if line.first == " ", let last = steps.indices.last, words.hasPrefix("order:") {
        steps[last].order = values.map { max(0, Int($0) ?? 0) }
      } else {
        throw Unreadable(line: String(line))
      }
    }
    if steps.first?.kind != .launch { steps.insert(Step(kind: .launch), at: 0) }
  }

  private static func step(_ line: String, _ changes: [String]) -> Step? {
    if let step = words.first(where: { $0.text == line })?.step { return step }
    guard let space = line.firstIndex(of: " ") else { return nil }
    let argument = String(line[space...].dropFirst())
    switch line[..<space] {
    case "change": return changes.firstIndex(of: argument).map { Step(kind: .change, choice: $0) }
    case "send", "undo":
      let index = argument.hasPrefix("#") ? Int(argument.dropFirst()) : nil
      return Step(
        kind: line.hasPrefix("send") ? .send : .undo, choice: max(0, index ?? 0), action: index == nil ? argument : nil)
    default: return nil
    }
  }
}
