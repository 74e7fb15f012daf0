internal import Foundation

/// A tool call, which queries the inspector's interface and formats the result as text.
struct ContextCall {
  /// The failure of a tool call, explained to the client's language model.
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
      case .state: return try paged(forEachStore(state))
      case .find: return try found()
      case .slow: return try paged(slow())
      case .story: return try paged(forEachStore(story))
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
        throw Refusal(text: "\(name) must be \(wanted).")
      }
    }
    for parameter in known where parameter.isRequired && !arguments[parameter.name].isPresent {
      throw Refusal(text: "\(parameter.name) is missing.")
    }
  }

  func ask(_ name: String, _ query: Query = [], post: [UInt8]? = nil) throws(ContextSourceError) -> ContextValue {
    try source.ask(name, query, post: post, isCancelled: isCancelled)
  }

  func paged(_ answer: AnswerText) throws(Refusal) -> String {
    let number = arguments["part"].int ?? 1
    guard let part = answer.part(number) else { throw Refusal(text: "The result has no part \(number).") }
    return part
  }

  /// The call's arguments with the given names, as request parameters.
  func query(_ names: String...) -> Query {
    names.compactMap { name in
      let value = arguments[name]
      return (value.text ?? value.int.map(String.init)).map { (name, $0) }
    }
  }

  func storeNames() throws -> [Int: String] {
    let pairs = try ask("stores").elements.compactMap { store in
      store["store"].int.map { ($0, store["name"].text ?? "store \($0)") }
    }
    let counts = Dictionary(pairs.map { ($0.1, 1) }, uniquingKeysWith: +)
    // Appends the store's number to a name that several stores share.
    return Dictionary(pairs.map { ($0, counts[$1, default: 1] > 1 ? "\($1) (\($0))" : $1) }) { $1 }
  }

  func knownStates() throws -> KnownStates { KnownStates(try known()["ranges"]) }

  /// The events after which states are known. A program that uses an older version of the library refuses the request
  /// `known`, but all of its states are known.
  func known() throws -> ContextValue {
    do {
      return try ask("known")
    } catch ContextSourceError.refused {
      return ContextValue(nil)
    }
  }
}

// Finds the stores that a tool call refers to.
extension ContextCall {
  private static let mostStores = 10

  /// The numbers of the requested stores: the given number, or the numbers of all stores with the given name. The
  /// result is empty if the call names no store.
  func stores() throws -> [Int] {
    if let number = arguments["store"].int { return [number] }
    guard let name = arguments["store"].text else { return [] }
    let stores = try ask("stores").elements
    let found = stores.filter { $0["name"].text == name || $0["title"].text == name }.compactMap { $0["store"].int }
    guard !found.isEmpty else {
      let names = stores.prefix(50).compactMap { $0["title"].text }.joined(separator: ", ")
      throw Refusal(text: "There is no store \(AnswerText.shortened(name)). There are: \(names).")
    }
    return found
  }

  /// The number of the requested store; the root store's number by default. Throws if several stores match.
  func onlyStore() throws -> Int {
    let stores = try stores()
    guard stores.count <= 1 else { throw Refusal(text: count(of: stores) + " Choose one by its number.") }
    guard let store = try stores.first ?? ask("stores").elements.first?["store"].int else {
      throw Refusal(text: "There is no store.")
    }
    return store
  }

  /// Describes the stores that share a name, for example `2 stores are called window: 2, 5.`
  func count(of stores: [Int]) -> String {
    let numbers = stores.prefix(50).map(String.init).joined(separator: ", ")
    let more = stores.count > 50 ? ", …" : ""
    return
      "\(stores.count) stores are called \(AnswerText.shortened(arguments["store"].text ?? "")): \(numbers)\(more)."
  }

  /// Collects the responses for the requested store, or for several stores with the requested name.
  func forEachStore(_ answer: (Query) throws -> AnswerText) throws -> AnswerText {
    let stores = try stores()
    guard stores.count > 1 else { return try answer([("store", "\(onlyStore())")]) }
    var all = AnswerText([count(of: stores)])
    for store in stores.prefix(Self.mostStores) {
      var lines: [String]
      do {
        lines = try answer([("store", "\(store)")]).lines
      } catch let refusal as Refusal {
        lines = [refusal.text]
      } catch ContextSourceError.refused(let sentence) {
        lines = [sentence]
      }
      lines = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
      all.add("store \(store):", lines)
    }
    if stores.count > Self.mostStores {
      all.add("(and \(stores.count - Self.mostStores) more: select one by its number)")
    }
    return all
  }
}

// Implements the tools `slow`, `story` and `travel`.
extension ContextCall {
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

  private func story(_ store: Query) throws -> AnswerText {
    let answer = try ask("story", store + query("from", "to", "making"))
    let source = answer["source"].text ?? ""
    return AnswerText(source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private func travel() throws -> String {
    let command = arguments["command"].text ?? ""
    var query = query("event", "count")
    if arguments["here"].bool == true { query.append(("from", "here")) }
    let needsStore = command == "send" && !arguments["event"].isPresent
    if needsStore { query.append(("store", "\(try onlyStore())")) }
    _ = try ask(command, query, post: needsStore ? arguments["action"].json : [])
    // Waits up to one second for the status to show that the command has taken effect. A command takes longer only if
    // the main thread is busy.
    let end = ContinuousClock.now + .seconds(1)
    var status = try ask("status")
    while !hasArrived(command, status), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.02)
      status = try ask("status")
    }
    let place = status["position"].int.map { "at event \($0)" } ?? "in the present"
    let skipped = status["skipped"].elements.compactMap(\.int)
    return
      "The program is \(place)\(status["paused"].bool == true ? ", paused" : ""); the newest event is \(status["last"].int ?? 0)"
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
