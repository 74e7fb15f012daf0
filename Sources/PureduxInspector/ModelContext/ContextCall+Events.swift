internal import PureduxRecording

// Implements the tools `program`, `events` and `event`.
extension ContextCall {
  func program() throws -> AnswerText {
    let status = try ask("status")
    let stores = try ask("stores").elements
    var answer = AnswerText([
      "\(status["program"].text ?? "?"): events \(status["first"].int ?? 0) to \(status["last"].int ?? 0)"
    ])
    if status["control"].bool == true {
      let place = status["position"].int.map { "at event \($0) of the past" } ?? "in the present"
      answer.add("travel is possible; the program is \(place)\(status["paused"].bool == true ? ", paused" : "")")
    }
    let known = try self.known()
    let without = Set(known["without"].elements.compactMap(\.int))
    if known["ranges"].isPresent { answer.add(KnownStates(known["ranges"]).text) }
    answer.add(
      "stores:",
      stores.map { store in
        let number = store["store"].int ?? 0
        let parent = store["parent"].int.map { ", below \($0)" } ?? ""
        let unknown = without.contains(number) ? ", state not recorded" : ""
        let gone = store["gone"].bool == true ? ", gone" : ""
        return
          "\(number) \(store["title"].text ?? ""): state \(store["state"].text ?? "?"), actions \(store["action"].text ?? "?")\(parent)\(gone)\(unknown)"
      })
    return answer
  }

  func events() throws -> String {
    let limit = min(max(1, arguments["limit"].int ?? 100), 1000)
    let stores = try stores()
    let filter =
      query("text", "kind", "cause", "slower")
      + (stores.isEmpty ? [] : [("store", stores.map(String.init).joined(separator: ","))])
    let last = min(arguments["to"].int ?? .max, try ask("status")["last"].int ?? 0)
    let found =
      arguments["last"].bool == true ? try newest(limit, to: last, filter) : try oldest(limit, to: last, filter)
    return stores.count > 1 ? count(of: stores) + "\n" + found : found
  }

  private var areFolded: Bool { arguments["fold"].bool != false }

  /// The maximum number of events to read in order to fill `limit` rows.
  private func mostEvents(_ limit: Int) -> Int { areFolded ? min(max(limit * 10, 200), 5000) : limit }

  private func rows(_ events: [ContextValue]) throws -> [RepeatedEvents.Row] {
    let names = try storeNames()
    let lines = events.map { event in
      RepeatedEvents.Event(
        number: event["event"].int ?? 0, began: event["began"].int ?? 0,
        line: AnswerText.shortened(Self.line(of: event, names)),
        likeness: Self.likeness(of: event))
    }
    return RepeatedEvents(lines, areFolded: areFolded).rows
  }

  private func oldest(_ limit: Int, to last: Int, _ filter: Query) throws -> String {
    let after = max(0, arguments["after"].int ?? 0)
    let most = mostEvents(limit)
    let found = try ask("events", filter + [("after", "\(after)"), ("to", "\(last)"), ("limit", "\(most)")])["events"]
      .elements
    let rows = Array(try rows(found).prefix(limit))
    let fitting = AnswerText.fitting(rows.map(\.line))
    guard fitting > 0 else { return "No event from \(after + 1) to \(last) matches." }
    let text = rows.prefix(fitting).map(\.line).joined(separator: "\n")
    let reached = rows[fitting - 1].last
    let isWhole = found.count < most && reached == found.last?["event"].int
    return isWhole || reached >= last ? text : text + "\n(for more: after \(reached))"
  }

  /// Searches backward from the newest event, in batches of increasing size.
  private func newest(_ limit: Int, to last: Int, _ filter: Query) throws -> String {
    let first = max(try ask("status")["first"].int ?? 1, min(max(0, arguments["after"].int ?? 0), last) + 1)
    let most = mostEvents(limit)
    var (upper, width): (Int, Int) = (last, 1000)
    var found: [ContextValue] = []
    while found.count < most, upper >= first {
      let after = max(first - 1, max(0, upper - width))
      let piece = try ask("events", filter + [("after", "\(after)"), ("to", "\(upper)"), ("limit", "5000")])
      found = piece["events"].elements + found
      (upper, width) = (after, 5000)
    }
    let rows = try rows(found.suffix(most))
    guard !rows.isEmpty else { return "No event from \(first) to \(last) matches." }
    let fitting = AnswerText.fitting(rows.suffix(limit).map(\.line).reversed())
    var start = rows.count - fitting
    // A row that summarizes repetitions is omitted unless the repeated rows are also listed.
    if let row = rows[start...].first, row.repeated > 0, start >= row.repeated { start += 1 }
    if start == rows.count { start -= 1 + rows[start - 1].repeated }
    let kept = rows[start...].map(\.line).joined(separator: "\n")
    let oldest = rows[start].first
    let isWhole = start == 0 && found.count < most
    return isWhole || oldest <= first ? kept : "(for older events: last, to \(oldest - 1))\n" + kept
  }

  /// The key that repeated events share: the text of an action, or for any other event, the text without digits.
  private static func likeness(of event: ContextValue) -> String {
    let (kind, text) = (event["kind"].text ?? "", event["text"].text ?? "")
    let what = kind == "computed" ? String(text.split(separator: " in ").first ?? "") : text
    return "\(event["store"].int ?? 0) \(kind) " + (kind == "action" ? what : what.filter { !$0.isNumber })
  }

  /// The line for an event, for example `#12 +0.031 s cart: add("milk"), 21 µs, because of #11`.
  static func line(of event: ContextValue, _ names: [Int: String], withCause: Bool = true) -> String {
    let milliseconds = max(0, event["began"].int ?? 0) / 1000
    let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
    let store = event["store"].int ?? 0
    let kind = event["kind"].text ?? "?"
    var line = "#\(event["event"].int ?? 0) +\(milliseconds / 1000).\(fraction) s \(names[store] ?? "store \(store)"): "
    let text = event["text"].text ?? ""
    line += kind == "action" ? text : kind == text ? kind : "\(kind) \(text)"
    if let reducing = event["reducing"].int {
      line += ", " + EventText.text(of: .nanoseconds(reducing + (event["publishing"].int ?? 0)))
    }
    if withCause { line += event["cause"].int.map { ", because of #\($0)" } ?? ", from outside" }
    return line
  }

  func event() throws -> AnswerText {
    let query = query("event")
    let (event, names) = (try ask("event", query), try storeNames())
    var answer = AnswerText([Self.line(of: event, names)])
    if let waited = event["waited"].int {
      let (reducing, publishing) = (event["reducing"].int ?? 0, event["publishing"].int ?? 0)
      answer.add(
        "waited \(EventText.text(of: .nanoseconds(waited))), reduced \(EventText.text(of: .nanoseconds(reducing))), published "
          + "\(EventText.text(of: .nanoseconds(publishing))) to \(event["observers"].int ?? 0) observers")
    }
    if ["action", "replaced"].contains(event["kind"].text) { answer.add("changes:", try changes(by: event)) }
    if event["kind"].text == "workCancelled" { try reasons(of: event, names).forEach { answer.add($0) } }
    answer.add("because of, nearest first:", Self.chain(try ask("causes", query).elements, names))
    answer.add("caused:", try ask("effects", query).elements.map { Self.line(of: $0, names, withCause: false) })
    return answer
  }

  /// Lists the changes made by an event, or explains why the changes are unknown.
  private func changes(by event: ContextValue) throws -> [String] {
    let number = event["event"].int ?? 0
    let changes = try changes("difference", [("event", "\(number)")])
    guard changes.isEmpty else { return changes }
    let answer = try self.known()
    let known = KnownStates(answer["ranges"])
    guard known.contains(number), known.contains(number - 1) else {
      let before = known.last(upTo: number - 1)
      let after = known.first(from: number)
      let both =
        before.flatMap { before in
          after.map {
            "; for the changes made by #\(before + 1) to #\($0), call state with since \(before), event \($0)"
          }
        } ?? ""
      return ["not recorded: " + known.text + both]
    }
    let isRecorded = !answer["without"].elements.compactMap(\.int).contains(event["store"].int ?? 0)
    return [
      isRecorded ? "it changed nothing" : "nothing in the recorded states, which do not include the state of its store"
    ]
  }

  /// Formats a chain of causes. If the chain is long, only the nearest causes, the earliest cause, and the first of
  /// each group of similar causes are listed in full.
  private static func chain(_ causes: [ContextValue], _ names: [Int: String]) -> [String] {
    let (nearest, mostWhole, most) = (5, 8, 1000)
    let more = causes.count == most ? ["… and earlier causes"] : []
    guard causes.count > mostWhole, let first = causes.last else { return causes.map { line(of: $0, names) } }
    var lines = causes.prefix(nearest).map { line(of: $0, names) }
    var seen = Set(causes.prefix(nearest).map(family))
    var alike: [Int] = []
    func fold() {
      guard let from = alike.first, let to = alike.last else { return }
      lines.append("… \(alike.count) similar events, #\(from) to #\(to)")
      alike = []
    }
    for cause in causes[nearest..<causes.count - 1] {
      if seen.insert(family(of: cause)).inserted {
        fold()
        lines.append(line(of: cause, names))
      } else {
        alike.append(cause["event"].int ?? 0)
      }
    }
    fold()
    return lines + [line(of: first, names)] + more
  }

  /// The key that the events of a loop share: the store, the event kind, and the name of the action or work.
  private static func family(of event: ContextValue) -> String {
    let name = (event["text"].text ?? "").prefix { $0 != "(" && $0 != ":" && $0 != "," }
    return "\(event["store"].int ?? 0) \(event["kind"].text ?? "") " + name.filter { !$0.isNumber }
  }

  /// Infers from other events with the same cause why the work was cancelled.
  private func reasons(of event: ContextValue, _ names: [Int: String]) throws -> [String] {
    guard let cause = event["cause"].int else { return [] }
    func work(_ event: ContextValue) -> Substring { (event["text"].text ?? "").split(separator: ",").first ?? "" }
    let query = [(name: "event", value: "\(cause)")]
    let siblings = try ask("effects", query).elements.filter { $0["store"].int == event["store"].int }
    if let gone = siblings.first(where: { $0["kind"].text == "storeGone" })?["event"].int {
      return ["ended because: its store was released, #\(gone)"]
    }
    let number = event["event"].int ?? 0
    let again = siblings.first {
      $0["kind"].text == "workStarted" && work($0) == work(event) && $0["event"].int ?? 0 > number
    }
    if let again = again?["event"].int { return ["ended because: #\(cause) restarted it, #\(again)"] }
    let left = try ask("difference", query)["changes"].elements.filter { !$0["after"].isPresent }.prefix(5).map {
      "\(names[$0["store"].int ?? 0] ?? "") \(ValuePath.slashed($0["path"].text ?? ""))"
    }
    return left.isEmpty ? [] : ["its cause #\(cause) removed \(left.joined(separator: ", "))"]
  }
}
