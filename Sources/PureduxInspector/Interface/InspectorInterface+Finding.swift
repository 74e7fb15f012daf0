internal import PureduxDifference
internal import PureduxRecording

// Responses to requests that may read many events.
extension InspectorInterface {
  /// The time limit for a search within one request. A long search is spread over several requests, so that the server
  /// can respond to other requests in between.
  private static let searchTime: Duration = .milliseconds(100)

  /// `/api/first`: the first event in a range after which a value of a state satisfies a condition.
  ///
  /// The response contains `event`, if a matching event was found, and `reached`, the number of the last event that was
  /// searched. The next request can continue the search with the event after `reached`. If states before the found
  /// event are unknown, the condition may have become true at any event after `since`.
  func first(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let (store, path) = (try parameters.requiredStore(), try parameters.path())
    guard let condition = parameters.query["is"].flatMap({ ValueCondition($0) }) else {
      throw RequestRefusal(.badRequest, "is must be a condition: \(ValueCondition.forms)")
    }
    guard program.hasStates(ofStore: store) else {
      throw RequestRefusal(.notFound, "there is no such store, or its state was not recorded")
    }
    let start = max(program.firstEvent, try parameters.number("from") ?? program.firstEvent)
    let last = min(program.lastEvent, try parameters.number("to") ?? program.lastEvent)
    let (clock, known) = (ContinuousClock(), program.knownStates)
    let end = clock.now + Self.searchTime
    var before = try value(ofStore: store, at: path, after: start - 1)
    var reached = start - 1
    // The last event with a known state; nil if the state after event `reached` is known.
    var since = known.contains(reached) ? nil : known.last(upTo: reached) ?? 0
    var seen = reached
    while reached < last {
      let piece = program.events(after: reached, limit: 500)
      guard !piece.isEmpty else { break }
      for event in piece {
        guard event.number <= last else { return found(nil, reached: last) }
        reached = event.number
        // Only actions and replacements change states.
        guard event.kind == .action || event.kind == .replaced else { continue }
        guard known.contains(event.number) else {
          since = since ?? seen
          continue
        }
        let value = try value(ofStore: store, at: path, after: event.number)
        if condition.holds(for: value, before: before) {
          return found((event, value, before), since: since, reached: event.number)
        }
        (before, since, seen) = (value, nil, event.number)
        if clock.now > end { return found(nil, reached: event.number) }
      }
    }
    return found(nil, reached: max(reached, last))
  }

  private func found(
    _ match: (event: RecordedEvent, value: ValueTree?, before: ValueTree?)?, since: Int? = nil, reached: Int
  ) -> JSON {
    .compact([
      "event": .optional(match?.event.number), "action": .optional(match?.event.text()),
      "before": .optional(match?.before?.summary), "after": .optional(match?.value?.summary),
      "since": .optional(since), "reached": .int(reached),
    ])
  }

  private func value(ofStore store: UInt64, at path: [String], after event: Int) throws(RequestRefusal) -> ValueTree? {
    try state(ofStore: store, after: event).flatMap { ValueTree($0.value).value(at: path) }
  }

  /// `/api/slow`: the events with the longest handling or waiting time, or the longest runs of work.
  func slow(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let limit = min(max(1, try parameters.number("limit") ?? 20), 1000)
    switch parameters.query["by"] {
    case "handling", nil: return .array(slowest(limit) { $0.timing?.total }.map(row))
    case "waiting": return .array(slowest(limit) { $0.timing?.waited }.map(row))
    case "work":
      let runs = WorkRun.runs(in: program.events(after: 0, limit: .max).filter(\.kind.isWork))
        .sorted { ($0.duration ?? .zero) > ($1.duration ?? .zero) }
      return .array(runs.prefix(limit).map(run))
    default: throw RequestRefusal(.badRequest, "by must be handling, waiting or work")
    }
  }

  private func slowest(_ limit: Int, by duration: (RecordedEvent) -> Duration?) -> [RecordedEvent] {
    var slowest: [(duration: Duration, event: RecordedEvent)] = []
    var reached = 0
    while case let piece = program.events(after: reached, limit: 5000), let newest = piece.last {
      for event in piece {
        if let time = duration(event), time > .zero { slowest.append((time, event)) }
      }
      slowest = Array(slowest.sorted { $0.duration > $1.duration }.prefix(limit))
      reached = newest.number
    }
    return slowest.map(\.event)
  }
}

extension WorkRun {
  /// The duration of the work; nil while the work is running.
  fileprivate var duration: Duration? { ended.map { $0.began - started.began } }
}

/// A condition on a value of a state, for example `< 0`, `== milk` or `changes`.
struct ValueCondition {
  private enum Comparison: String, CaseIterable {
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case equal = "=="
    case less = "<"
    case greater = ">"
    case contains
    case changes
    case missing
    case present

    /// Whether the comparison takes an operand.
    var takesOperand: Bool { ![.changes, .missing, .present].contains(self) }
  }

  /// The supported forms of conditions, for error messages.
  static let forms =
    "== VALUE, != VALUE, < NUMBER, <= NUMBER, > NUMBER, >= NUMBER, contains TEXT, changes, missing, present"

  private let comparison: Comparison
  private let operand: String
  private let number: Double?

  /// Parses a condition; returns nil if the text matches none of the ``forms``.
  init?(_ text: some StringProtocol) {
    let text = Self.trimmed(text)
    guard let comparison = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    self.comparison = comparison
    operand = Self.unquoted(Self.trimmed(text.dropFirst(comparison.rawValue.count)))
    number = Double(operand)
    guard comparison.takesOperand != operand.isEmpty || [.equal, .notEqual].contains(comparison) else { return nil }
    if [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison), number == nil { return nil }
  }

  /// - Parameters:
  ///   - before: The value before the event; nil if there was no value at the path.
  ///   - value: The value after the event; nil if there is no value at the path.
  func holds(for value: ValueTree?, before: ValueTree?) -> Bool {
    switch comparison {
    case .missing: return value == nil || value?.kind == ValueTree.Kind.none
    case .present: return value.map { $0.kind != .none } ?? false
    case .changes: return Self.isChange(from: before, to: value)
    case .equal: return value.map(isEqual) ?? false
    case .notEqual: return !(value.map(isEqual) ?? false)
    case .contains: return value.map { Self.text(of: $0).lowercased().contains(operand.lowercased()) } ?? false
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let found = value?.number, let number else { return false }
      return switch comparison {
      case .less: found < number
      case .lessOrEqual: found <= number
      case .greater: found > number
      default: found >= number
      }
    }
  }

  /// Compares values, not descriptions, because equal dictionaries may have different descriptions.
  private static func isChange(from before: ValueTree?, to value: ValueTree?) -> Bool {
    let (before, value) = (before?.presentValue, value?.presentValue)
    guard let before, let value else { return (before == nil) != (value == nil) }
    return Difference(from: before, to: value) != nil
  }

  private func isEqual(_ tree: ValueTree) -> Bool {
    if let number, let found = tree.number, tree.kind != .bool { return found == number }
    let name = tree.kind == .enumeration && operand.hasPrefix(".") ? String(operand.dropFirst()) : operand
    return Self.unquoted(Self.text(of: tree)) == name
  }

  /// Formats the value as text, truncated to about ten thousand characters.
  private static func text(of tree: ValueTree?) -> String {
    guard let tree else { return "" }
    return tree.kind == .none ? "nil" : ValueText.describe(tree.value, limit: 10_000)
  }

  private static func trimmed(_ text: some StringProtocol) -> Substring {
    let start = Substring(text).drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }

  private static func unquoted(_ text: some StringProtocol) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}

/// A case-insensitive search of a value tree, by the names and texts of its values.
///
/// The search visits a limited number of values, so that its duration is bounded even for a large state.
struct ValueSearch {
  struct Match {
    let path: [String]
    let tree: ValueTree
  }

  private(set) var matches: [Match] = []
  /// Whether the search stopped before visiting all values.
  private(set) var isCutShort = false
  private let text: String
  private let limit: Int
  private var visitsLeft: Int

  init(for text: String, in tree: ValueTree, limit: Int = 100, visits: Int = 20_000) {
    self.text = text.lowercased()
    self.limit = limit
    visitsLeft = visits
    visit(tree, [])
  }

  private mutating func visit(_ tree: ValueTree, _ path: [String]) {
    guard path.count < 32 else { return isCutShort = true }
    let branches = tree.branches(from: 0, limit: visitsLeft + 1)
    for branch in branches {
      guard visitsLeft > 0, matches.count < limit else { return isCutShort = true }
      visitsLeft -= 1
      let (inner, here) = (ValueTree(branch.value), path + [branch.name])
      let isLeaf = inner.count == 0
      if branch.name.lowercased().contains(text) || (isLeaf && inner.summary.lowercased().contains(text)) {
        matches.append(Match(path: here, tree: inner))
      }
      if !isLeaf { visit(inner, here) }
    }
  }
}
