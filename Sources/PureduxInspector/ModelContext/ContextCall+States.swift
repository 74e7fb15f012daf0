// Implements the tool `state`, including differences between states.
extension ContextCall {
  func changes(_ name: String, _ query: Query) throws -> [String] {
    let (answer, names) = (try ask(name, query), try storeNames())
    let changes = answer["changes"].elements
    let lines = changes.map { change in
      let store = change["store"].int ?? 0
      let path = ValuePath.slashed(change["path"].text ?? "")
      let (before, after) = (change["before"].text ?? "(nothing)", change["after"].text ?? "(nothing)")
      return "\(names[store] ?? "store \(store)") \(path.isEmpty ? "(the whole state)" : path): \(before) → \(after)"
    }
    let left = (answer["total"].int ?? 0) - changes.count
    return left > 0 ? lines + ["and \(left) more"] : lines
  }

  func state(_ store: Query) throws -> AnswerText {
    if let since = arguments["since"].int { return AnswerText(try changes(ofStore: store, since: since)) }
    if arguments["text"].isPresent {
      let found = try ask("search", store + query("event", "path", "text"))
      let lines = found["matches"].elements.map { match in
        let path = match["path"].elements.map { ValuePath.escaped($0.text ?? "") }.joined(separator: "/")
        return "\(path): \(match["text"].text ?? "")"
      }
      let more = found["complete"].bool == false ? ["(there may be more: search below a path)"] : []
      return AnswerText((lines.isEmpty ? ["Nothing contains it."] : lines) + more)
    }
    return AnswerText([try branches(ask("state", store + query("event", "path", "from")))])
  }

  private func changes(ofStore store: Query, since: Int) throws -> [String] {
    let known = try knownStates()
    let to = try arguments["event"].int ?? ask("status")["last"].int ?? 0
    var lines = try changes("difference", store + [("from", "\(since)"), ("to", "\(to)")])
    if known.contains(since), known.contains(to) { return lines.isEmpty ? ["Nothing changed."] : lines }
    if lines.isEmpty { lines = ["No change is recorded."] }
    guard let from = known.last(upTo: since), let reached = known.last(upTo: to) else { return lines + [known.text] }
    return lines + ["(from event \(from) to event \(reached): \(known.text))"]
  }

  private func branches(_ answer: ContextValue) throws -> String {
    let items = answer["items"].elements
    var head = AnswerText.shortened(answer["text"].text ?? "")
    if let moment = answer["recorded"].int, let asked = try arguments["event"].int ?? ask("status")["last"].int,
      moment < asked
    {
      head += "\n(as it was after event \(moment): \(try knownStates().text))"
    }
    let lines = items.map { item in
      let count = item["count"].int ?? 0
      return
        "\(ValuePath.escaped(item["name"].text ?? "")): \(item["text"].text ?? "")\(count > 0 ? " (\(count) inside)" : "")"
    }
    let fitting = AnswerText.fitting([head] + lines) - 1
    let next = (answer["from"].int ?? 0) + max(0, fitting)
    let rest = next < (answer["total"].int ?? 0) ? ["(\(answer["total"].int ?? 0) in all; for more: from \(next))"] : []
    return ([head] + lines.prefix(max(0, fitting)).map(AnswerText.shortened) + rest).joined(separator: "\n")
  }
}
