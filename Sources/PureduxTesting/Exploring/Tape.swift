internal import PureduxDifference

/// The choices of a run: for each step, what was done, in which order work ran, and what became of the requests.
///
/// Zero is always the simplest choice, and a lane that has run out continues with zeros. Each step has its own lanes. So
/// removing a step or lowering a number results in another possible run.
struct Tape: Sendable, Hashable {
  /// The kinds of steps, from the simplest one, as a printed test names them.
  enum Kind: String, Sendable, CaseIterable {
    case launch, send, wait
    case second = "wait 1 s"
    case tenMinutes = "wait 10 min"
    case restart, undo
    case networkGone = "network gone"
    case networkBack = "network back"
    case change

    /// Whether a step of this kind has an action, or the name of a change.
    var hasName: Bool { self == .send || self == .undo || self == .change }
    static let waits: [Kind] = [.wait, .second, .tenMinutes]
  }

  struct Step: Sendable, Hashable {
    var kind: Kind
    /// The position among the possible actions, or among the changes by other clients.
    var choice = 0
    /// The text of the action or of the change, by which a repeated run finds it; nil if only the position is known.
    var name: String?
    /// Whether the next step follows before the work of this one has run.
    var isRushed = false
    var order: [Int] = []
    var outside: [Int] = []

    /// A step of lower weight is simpler.
    var weight: Int {
      let numbers = [Kind.allCases.firstIndex(of: kind)!, choice, isRushed ? 1 : 0] + order + outside
      return 1000 + numbers.reduce(0) { $0 + $1 + min($1, 1) }
    }
  }

  /// The first step is the launch.
  var steps: [Step]

  var weight: Int { steps.reduce(0) { $0 + $1.weight } }

  /// The text of an action, on one line.
  static func text(of action: Any) -> String { Rendering.text(action).split(separator: "\n").joined(separator: " ") }
}

/// The textual form, which a printed test contains: a line for each step, followed by indented lines for the lanes that
/// are not all zero.
extension Tape {
  /// The line that cannot be read.
  struct Unreadable: Error {
    let line: String
  }

  var lines: [String] {
    steps.flatMap { step in
      func lane(_ name: String, _ numbers: [Int], _ text: (Int) -> String) -> [String] {
        guard let last = numbers.lastIndex(where: { $0 != 0 }) else { return [] }
        return ["  \(name): \(numbers[...last].map(text).joined(separator: ", "))"]
      }
      return [step.kind.rawValue + (step.kind.hasName ? " \(step.name ?? "#\(step.choice)")" : "")]
        + (step.isRushed ? ["  rushed"] : [])
        + lane("requests", step.outside) { "\(Requests.Answer.allCases[$0])" } + lane("order", step.order) { "\($0)" }
    }
  }

  init(_ text: String) throws(Unreadable) {
    steps = []
    for line in text.split(separator: "\n").map(String.init) {
      let words = line.split { " :,".contains($0) }
      if line.first != " ", let step = Step(line) {
        steps.append(step)
      } else if line.first == " ", let last = steps.indices.last, words == ["rushed"] {
        steps[last].isRushed = true
      } else if line.first == " ", let last = steps.indices.last, words.first == "requests" {
        steps[last].outside = words.dropFirst().map { name in
          Requests.Answer.allCases.firstIndex { "\($0)" == name } ?? 0
        }
      } else if line.first == " ", let last = steps.indices.last, words.first == "order" {
        steps[last].order = words.dropFirst().map { max(0, Int($0) ?? 0) }
      } else {
        throw Unreadable(line: line)
      }
    }
    if steps.first?.kind != .launch { steps.insert(Step(kind: .launch), at: 0) }
  }
}

extension Tape.Step {
  fileprivate init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    let hasName = words.count == 2 && Tape.Kind(rawValue: String(words[0]))?.hasName == true
    guard let kind = Tape.Kind(rawValue: hasName ? String(words[0]) : line), kind.hasName == hasName else { return nil }
    self.init(kind: kind)
    guard hasName else { return }
    let position = words[1].hasPrefix("#") ? Int(words[1].dropFirst()) : nil
    (choice, name) = (max(0, position ?? 0), position == nil ? String(words[1]) : nil)
  }
}
