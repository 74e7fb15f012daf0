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

  static func text(of action: Any) -> String {
    Rendering.text(action).split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " ")
  }
}

/// The textual form, which a printed test contains.
extension Tape {
  static let waits = ["wait", "wait 1 s", "wait 10 min"]
  static let waitTimes: [Duration?] = [nil, .seconds(1), .seconds(600)]
  static let networks = ["network gone", "network back"]

  /// A line for each step, followed by indented lines for the lanes that are not all zero.
  ///
  /// - Parameter changes: The names of the changes that other clients make.
  func text(_ changes: [String]) -> [String] {
    steps.flatMap { step in
      let action = step.action ?? "#\(step.choice)"
      let line =
        switch step.kind {
        case .launch: "launch"
        case .send: "send \(action)"
        case .wait: Self.waits[step.choice]
        case .restart: "restart"
        case .undo: "undo \(action)"
        case .network: Self.networks[step.choice]
        case .change: "change \(changes[step.choice])"
        }
      let order = step.order.simplified.map { "\($0)" }
      let outside = step.outside.simplified.map { "\(Requests.Answer(rawValue: $0) ?? .answered)" }
      return [line] + (step.isRushed ? ["  rushed"] : [])
        + (outside.isEmpty ? [] : ["  requests: \(outside.joined(separator: ", "))"])
        + (order.isEmpty ? [] : ["  order: \(order.joined(separator: ", "))"])
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
      if line.hasPrefix(" "), let last = steps.indices.last {
        let values = words.drop { $0 != ":" }.dropFirst().split(separator: ",").map { $0.filter { $0 != " " } }
        if words == "rushed" {
          steps[last].isRushed = true
        } else if words.hasPrefix("requests:") {
          steps[last].outside = values.map { name in Requests.Answer.allCases.first { "\($0)" == name }?.rawValue ?? 0 }
        } else if words.hasPrefix("order:") {
          steps[last].order = values.map { max(0, Int($0) ?? 0) }
        } else {
          throw Unreadable(line: String(line))
        }
      } else if let step = Self.step(String(words), changes) {
        steps.append(step)
      } else {
        throw Unreadable(line: String(line))
      }
    }
    if steps.first?.kind != .launch { steps.insert(Step(kind: .launch), at: 0) }
  }

  private static func step(_ line: String, _ changes: [String]) -> Step? {
    func argument(_ word: String) -> String? {
      line.hasPrefix(word + " ") ? String(line.dropFirst(word.count + 1)) : nil
    }
    if line == "launch" { return Step(kind: .launch) }
    if line == "restart" { return Step(kind: .restart) }
    if let index = waits.firstIndex(of: line) { return Step(kind: .wait, choice: index) }
    if let index = networks.firstIndex(of: line) { return Step(kind: .network, choice: index) }
    if let index = argument("change").flatMap({ changes.firstIndex(of: $0) }) {
      return Step(kind: .change, choice: index)
    }
    for (word, kind) in [("send", Kind.send), ("undo", .undo)] {
      guard let action = argument(word) else { continue }
      if action.hasPrefix("#"), let index = Int(action.dropFirst()) { return Step(kind: kind, choice: max(0, index)) }
      return Step(kind: kind, action: action)
    }
    return nil
  }
}

extension [Int] {
  /// The numbers without the zeros at the end.
  fileprivate var simplified: ArraySlice<Int> { prefix((lastIndex { $0 != 0 } ?? -1) + 1) }
}
