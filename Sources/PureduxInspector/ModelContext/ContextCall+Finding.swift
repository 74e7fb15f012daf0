internal import Foundation

// Implements the tool `find`, which finds the events that make a condition true.
extension ContextCall {
  private static let mostChanges = 100
  private static let longestSearch = Duration.seconds(20)

  func found() throws -> String {
    guard ValueCondition(arguments["condition"].text ?? "") != nil else {
      throw Refusal(text: "condition must be one of \(ValueCondition.forms).")
    }
    let end = ContinuousClock.now + Self.longestSearch
    let lines = try forEachStore { AnswerText(try find($0, until: end)) }.lines
    let fitting = AnswerText.fitting(lines)
    let rest = fitting < lines.count ? ["(and more: select one store by its number)"] : []
    return (lines.prefix(fitting).map(AnswerText.shortened) + rest).joined(separator: "\n")
  }

  /// Finds the first event after which a condition is true, or all events that change a value.
  private func find(_ store: Query, until end: ContinuousClock.Instant) throws -> [String] {
    let search = store + query("path", "to") + [("is", arguments["condition"].text ?? "")]
    let status = try ask("status")
    let known = try knownStates()
    let last = min(arguments["to"].int ?? .max, status["last"].int ?? 0)
    let start = max(arguments["from"].int ?? 1, status["first"].int ?? 1)
    if start <= last, known.first(from: start).map({ $0 > last }) ?? true {
      return ["No state is recorded from event \(start) to \(last): \(known.text)."]
    }
    let wantsAll = (arguments["condition"].text ?? "").drop { $0 == " " }.hasPrefix("changes")
    var (from, found, length): (Int, [String], Int) = (start, [], 0)
    while from <= last {
      let answer = try ask("first", search + [("from", "\(from)")])
      if let event = answer["event"].int {
        guard wantsAll else { return Self.match(answer, event) }
        let line = Self.change(answer, event)
        length += line.utf8.count
        if found.count == Self.mostChanges || length > AnswerText.longestPart / 2 {
          return found + ["(for more: from \(event))"]
        }
        found.append(line)
      }
      from = max(from, answer["reached"].int ?? last) + 1
      if ContinuousClock.now > end, from <= last {
        return found + ["Not up to event \(from - 1), after searching for 20 s. To continue: from \(from)."]
      }
    }
    let reach = Self.reach(known, start, last)
    guard !found.isEmpty else { return ["After no event \(reach)."] }
    return known.ranges == nil ? found : found + ["(all \(reach))"]
  }

  /// The extent of the search, for example `up to 48, where states end; the events continue to 120`.
  private static func reach(_ known: KnownStates, _ start: Int, _ last: Int) -> String {
    guard let end = known.last(upTo: last), end < last || known.last(upTo: start) != start else {
      return "up to \(last)"
    }
    let ranges = known.ranges ?? []
    let isWhole = ranges.contains { $0.contains(start) && $0.contains(end) }
    if isWhole { return "up to \(end), where states end; the events continue to \(last)" }
    return "whose state is recorded up to \(last): \(known.text)"
  }

  private static func match(_ answer: ContextValue, _ event: Int) -> [String] {
    [
      "#\(event) \(answer["action"].text ?? "")", "before: \(answer["before"].text ?? "(nothing)")",
      "after: \(answer["after"].text ?? "(nothing)")",
    ] + (since(answer, event).map { ["(" + $0 + ")"] } ?? [])
  }

  private static func change(_ answer: ContextValue, _ event: Int) -> String {
    let change = "\(answer["before"].text ?? "(nothing)") → \(answer["after"].text ?? "(nothing)")"
    let text = "#\(event) \(answer["action"].text ?? ""): \(change)"
    return AnswerText.shortened(text + (since(answer, event).map { " (\($0))" } ?? ""))
  }

  private static func since(_ answer: ContextValue, _ event: Int) -> String? {
    answer["since"].int.map { "or an event after #\($0): states between are not recorded" }
  }
}
