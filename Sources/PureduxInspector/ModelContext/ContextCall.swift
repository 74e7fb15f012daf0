internal import Foundation

/// A tool call: queries the inspector's interface, and writes the result as text.
struct ContextCall {
  /// The reason why a call failed, for the client's model.
  struct Refusal: Error {
    let text: String
  }

  typealias Query = [(name: String, value: String)]

  let tool: ContextTool
  let arguments: ContextValue
  let source: any ContextSource
  let isCancelled: () -> Bool

  /// - Throws: A ``Refusal``, or a ``ContextSourceError`` if the call was cancelled.
  func run() throws -> String {
    try check()
    do {
      switch tool {
      case .program: return try paged(program())
      case .events: return try events()
      case .event: return try paged(event())
      case .state: return try state()
      case .find: return try find()
      case .slow: return try paged(slow())
      case .story: return try paged(story())
      case .travel: return try travel()
      }
    } catch ContextSourceError.refused(let sentence) {
      throw Refusal(text: sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
    }
  }

  private func check() throws(Refusal) {
    let known = tool.parameters
    for name in arguments.names where arguments[name].isPresent {
      guard let parameter = known.first(where: { $0.name == name }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw Refusal(text: "There is no parameter \(AnswerText.shortened(name)); \(tool.rawValue) takes \(names).")
      }
      guard parameter.accepts(arguments[name]) else {
        let wanted =
          parameter.choices.isEmpty
          ? (parameter.kind == .store ? "a number or a name" : "a value of type \(parameter.kind.rawValue)")
          : "one of " + parameter.choices.joined(separator: ", ")
        throw Refusal(text: "\(name) has to be \(wanted).")
      }
    }
    for parameter in known where parameter.isRequired && !arguments[parameter.name].isPresent {
      throw Refusal(text: "\(parameter.name) is missing.")
    }
  }

  private func ask(_ name: String, _ query: Query = [], post: [UInt8]? = nil) throws(ContextSourceError) -> ContextValue
  {
    try source.ask(name, query, post: post, isCancelled: isCancelled)
  }

  private func paged(_ answer: AnswerText) throws(Refusal) -> String {
    let number = arguments["part"].int ?? 1
    guard let part = answer.part(number) else { throw Refusal(text: "The answer has no part \(number).") }
    return part
  }

  /// The arguments with these names, as parameters of a request.
  private func query(_ names: String...) -> Query {
    names.compactMap { name in
      let value = arguments[name]
      return (value.text ?? value.int.map(String.init)).map { (name, $0) }
    }
  }

  /// The number of the requested store.
  private func store(orRoot: Bool) throws -> Query {
    if let number = arguments["store"].int { return [("store", "\(number)")] }
    let name = arguments["store"].text
    guard orRoot || name != nil else { return [] }
    let stores = try ask("stores").elements
    let found = name == nil ? stores.first : stores.first { $0["name"].text == name || $0["title"].text == name }
    guard let number = found?["store"].int else {
      let names = stores.prefix(50).compactMap { $0["title"].text }.joined(separator: ", ")
      throw Refusal(text: "There is no store \(AnswerText.shortened(name ?? "")). There are: \(names).")
    }
    return [("store", "\(number)")]
  }
}

// The results of the tools.
extension ContextCall {
  private func program() throws -> AnswerText {
    let status = try ask("status")
    let stores = try ask("stores").elements
    var answer = AnswerText([
      "\(status["program"].text ?? "?"): events \(status["first"].int ?? 0) to \(status["last"].int ?? 0)"
    ])
    if status["control"].bool == true {
      let place = status["position"].int.map { "at event \($0) of the past" } ?? "in the present"
      answer.add("travel is possible; it stands \(place)\(status["paused"].bool == true ? ", paused" : "")")
    }
    answer.add(
      "stores:",
      stores.map { store in
        let number = store["store"].int ?? 0
        let parent = store["parent"].int.map { ", below \($0)" } ?? ""
        let gone = store["gone"].bool == true ? ", gone" : ""
        return
          "\(number) \(store["title"].text ?? ""): state \(store["state"].text ?? "?"), actions \(store["action"].text ?? "?")\(parent)\(gone)"
      })
    return answer
  }

  private func events() throws -> String {
    let limit = min(max(1, arguments["limit"].int ?? 100), 1000)
    let filter = try query("text", "kind", "cause", "slower") + store(orRoot: false)
    let status = try ask("status")
    let names = try storeNames()
    let last = min(arguments["to"].int ?? .max, status["last"].int ?? 0)
    if arguments["last"].bool == true { return try newest(limit, to: last, filter, names) }
    let after = max(0, arguments["after"].int ?? 0)
    let found = try ask("events", filter + [("after", "\(after)"), ("to", "\(last)"), ("limit", "\(limit)")])["events"]
      .elements
    let lines = found.map { Self.line(of: $0, names) }
    let fitting = AnswerText.fitting(lines)
    guard fitting > 0 else { return "No event from \(after + 1) to \(last) matches." }
    let text = lines.prefix(fitting).joined(separator: "\n")
    let reached = found[fitting - 1]["event"].int ?? last
    let isWhole = fitting == lines.count && lines.count < limit
    return isWhole || reached >= last ? text : text + "\n(for more: after \(reached))"
  }

  /// Searches from the end, in increasing steps.
  private func newest(_ limit: Int, to last: Int, _ filter: Query, _ names: [Int: String]) throws -> String {
    let first = try ask("status")["first"].int ?? 1
    var (upper, width): (Int, Int) = (last, 1000)
    var found: [ContextValue] = []
    while found.count < limit, upper >= first {
      let after = max(first - 1, max(0, upper - width))
      let piece = try ask("events", filter + [("after", "\(after)"), ("to", "\(upper)"), ("limit", "5000")])
      found = piece["events"].elements + found
      (upper, width) = (after, 5000)
    }
    let lines = found.suffix(limit).map { Self.line(of: $0, names) }
    guard !lines.isEmpty else { return "No event up to \(last) matches." }
    let fitting = AnswerText.fitting(lines.reversed())
    let kept = lines.suffix(fitting).joined(separator: "\n")
    let oldest = found[found.count - fitting]["event"].int ?? 0
    return oldest <= first || (fitting == lines.count && lines.count < limit)
      ? kept : "(for older ones: last, to \(oldest - 1))\n" + kept
  }

  private func storeNames() throws -> [Int: String] {
    let pairs = try ask("stores").elements.compactMap { store in
      store["store"].int.map { ($0, store["name"].text ?? "store \($0)") }
    }
    return Dictionary(pairs) { $1 }
  }

  /// For example `#12 +0.031 s cart: add("milk"), 21 µs, because of #11`.
  private static func line(of event: ContextValue, _ names: [Int: String], withCause: Bool = true) -> String {
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
    if withCause, let cause = event["cause"].int { line += ", because of #\(cause)" }
    return line
  }

  private func event() throws -> AnswerText {
    let query = query("event")
    let (event, names) = (try ask("event", query), try storeNames())
    var answer = AnswerText([Self.line(of: event, names)])
    if let waited = event["waited"].int {
      let (reducing, publishing) = (event["reducing"].int ?? 0, event["publishing"].int ?? 0)
      answer.add(
        "waited \(EventText.text(of: .nanoseconds(waited))), reduced \(EventText.text(of: .nanoseconds(reducing))), published "
          + "\(EventText.text(of: .nanoseconds(publishing))) to \(event["observers"].int ?? 0) observers")
    }
    let changes = try self.changes("difference", query)
    answer.add("changes:", changes.isEmpty ? ["none, or not recorded"] : changes)
    answer.add("because of, nearest first:", try ask("causes", query).elements.map { Self.line(of: $0, names) })
    answer.add("caused:", try ask("effects", query).elements.map { Self.line(of: $0, names, withCause: false) })
    return answer
  }

  private func changes(_ name: String, _ query: Query) throws -> [String] {
    let (answer, names) = (try ask(name, query), try storeNames())
    let changes = answer["changes"].elements
    let lines = changes.map { change in
      let store = change["store"].int ?? 0
      let path = change["path"].text ?? ""
      let (before, after) = (change["before"].text ?? "(nothing)", change["after"].text ?? "(nothing)")
      return "\(names[store] ?? "store \(store)") \(path.isEmpty ? "(the whole state)" : path): \(before) → \(after)"
    }
    let left = (answer["total"].int ?? 0) - changes.count
    return left > 0 ? lines + ["and \(left) more"] : lines
  }

  private func state() throws -> String {
    let store = try store(orRoot: true)
    if let since = arguments["since"].int {
      let to = arguments["event"].int.map { [(name: "to", value: "\($0)")] } ?? []
      let changes = try changes("difference", store + [("from", "\(since)")] + to)
      return try paged(AnswerText(changes.isEmpty ? ["No change is known."] : changes))
    }
    if arguments["text"].isPresent {
      let found = try ask("search", store + query("event", "path", "text"))
      let lines = found["matches"].elements.map { match in
        let path = match["path"].elements.map { Self.escaped($0.text ?? "") }.joined(separator: "/")
        return "\(path): \(match["text"].text ?? "")"
      }
      let more = found["complete"].bool == false ? ["(there may be more: search below a path)"] : []
      return try paged(AnswerText((lines.isEmpty ? ["Nothing contains it."] : lines) + more))
    }
    return try branches(ask("state", store + query("event", "path", "from")))
  }

  private func branches(_ answer: ContextValue) -> String {
    let items = answer["items"].elements
    var head = AnswerText.shortened(answer["text"].text ?? "")
    if let moment = answer["recorded"].int {
      head += "\n(as it was recorded after event \(moment); a file has no other states)"
    }
    let lines = items.map { item in
      let count = item["count"].int ?? 0
      return
        "\(Self.escaped(item["name"].text ?? "")): \(item["text"].text ?? "")\(count > 0 ? " (\(count) inside)" : "")"
    }
    let fitting = AnswerText.fitting([head] + lines) - 1
    let next = (answer["from"].int ?? 0) + max(0, fitting)
    let rest = next < (answer["total"].int ?? 0) ? ["(\(answer["total"].int ?? 0) in all; for more: from \(next))"] : []
    return ([head] + lines.prefix(max(0, fitting)).map(AnswerText.shortened) + rest).joined(separator: "\n")
  }

  /// A name in the form of a path component.
  private static func escaped(_ name: String) -> String {
    name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }

  private func find() throws -> String {
    guard ValueCondition(arguments["condition"].text ?? "") != nil else {
      throw Refusal(text: "condition has to be one of \(ValueCondition.forms).")
    }
    let search = try store(orRoot: true) + query("path", "to") + [("is", arguments["condition"].text ?? "")]
    let status = try ask("status")
    let last = min(arguments["to"].int ?? .max, status["last"].int ?? 0)
    let end = ContinuousClock.now + .seconds(20)
    var from = max(arguments["from"].int ?? 1, status["first"].int ?? 1)
    while from <= last {
      let answer = try ask("first", search + [("from", "\(from)")])
      if let event = answer["event"].int {
        let (before, after) = (answer["before"].text ?? "(nothing)", answer["after"].text ?? "(nothing)")
        return AnswerText.shortened("#\(event) \(answer["action"].text ?? "")") + "\n"
          + AnswerText.shortened("before: \(before)") + "\n" + AnswerText.shortened("after: \(after)")
      }
      from = max(from, answer["reached"].int ?? last) + 1
      if ContinuousClock.now > end, from <= last {
        return "Not up to event \(from - 1), after 20 s of looking. To go on: from \(from)."
      }
    }
    return "After no event up to \(last)."
  }

  private func slow() throws -> AnswerText {
    let found = try ask("slow", query("by", "limit")).elements
    let names = try storeNames()
    guard arguments["by"].text == "work" else {
      let isWaiting = arguments["by"].text == "waiting"
      let lines = found.map { event in
        let waited = isWaiting ? ", waited " + EventText.text(of: .nanoseconds(event["waited"].int ?? 0)) : ""
        return Self.line(of: event, names) + waited
      }
      return AnswerText(lines.isEmpty ? ["No event has durations."] : lines)
    }
    let lines = found.map { run in
      let began = run["began"].int ?? 0
      let time = run["ended"].int.map { EventText.text(of: .microseconds($0 - began)) + ", " } ?? ""
      let attempt = (run["attempt"].int ?? 1) > 1 ? ", attempt \(run["attempt"].int ?? 1)" : ""
      let error = run["error"].text.map { ": " + $0 } ?? ""
      let store = run["store"].int ?? 0
      return
        "#\(run["event"].int ?? 0) \(names[store] ?? "store \(store)"): \(run["name"].text ?? "")\(attempt), \(time)\(run["outcome"].text ?? "still running")\(error)"
    }
    return AnswerText(lines.isEmpty ? ["No work ran."] : lines)
  }

  private func story() throws -> AnswerText {
    let answer = try ask("story", try store(orRoot: true) + query("from", "to", "making"))
    let source = answer["source"].text ?? ""
    return AnswerText(source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private func travel() throws -> String {
    let command = arguments["command"].text ?? ""
    var query = query("event", "count")
    if arguments["here"].bool == true { query.append(("from", "here")) }
    let needsStore = command == "send" && !arguments["event"].isPresent
    if needsStore { query += try store(orRoot: true) }
    _ = try ask(command, query, post: needsStore ? arguments["action"].json : [])
    // The status tells when the command has taken effect; a second suffices, unless the main thread is busy.
    let end = ContinuousClock.now + .seconds(1)
    var status = try ask("status")
    while !hasArrived(command, status), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.02)
      status = try ask("status")
    }
    let place = status["position"].int.map { "at event \($0)" } ?? "in the present"
    let skipped = status["skipped"].elements.compactMap(\.int)
    return
      "It stands \(place)\(status["paused"].bool == true ? ", paused" : ""); the newest event is \(status["last"].int ?? 0)"
      + (skipped.isEmpty ? "." : "; skipped: \(skipped.map(String.init).joined(separator: ", ")).")
  }

  private func hasArrived(_ command: String, _ status: ContextValue) -> Bool {
    switch command {
    case "jump": status["position"].int == arguments["event"].int
    case "pause": status["paused"].bool == true
    case "resume": status["paused"].bool == false && status["position"].int == nil
    default: true
    }
  }
}
