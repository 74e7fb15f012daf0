internal import PureduxRecording

/// Reads the parameters of a request, and rejects invalid values.
struct RequestParameters {
  let query: [String: String]
  let body: [UInt8]

  init(_ request: HTTPRequest) { (query, body) = (request.query, request.body) }

  /// The value of a numeric parameter; nil if the parameter is missing.
  func number(_ name: String) throws(RequestRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text) else { throw RequestRefusal(.badRequest, "\(name) must be a number") }
    return number
  }

  func requiredNumber(_ name: String) throws(RequestRefusal) -> Int {
    guard let number = try number(name) else { throw RequestRefusal(.badRequest, "\(name) is missing") }
    return number
  }

  func requiredStore() throws(RequestRefusal) -> UInt64 {
    guard let id = UInt64(exactly: try requiredNumber("store")) else {
      throw RequestRefusal(.badRequest, "store must be the number of a store")
    }
    return id
  }

  /// Parses the requested path: branch names separated by slashes. A slash in a name is written as `~1`, and a tilde as
  /// `~0`.
  func path() throws(RequestRefusal) -> [String] {
    let path = (query["path"] ?? "").split(separator: "/").map { name in
      name.split(separator: "~1", omittingEmptySubsequences: false).map { part in
        part.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
      }
      .joined(separator: "/")
    }
    guard path.count <= 64 else { throw RequestRefusal(.badRequest, "the path is too deep") }
    return path
  }
}

/// Filters events by the parameters of a request. A missing parameter matches every event.
struct EventFilter {
  private let text: String?
  private let stores: Set<UInt64>?
  private let kinds: Set<RecordedEvent.Kind>?
  private let cause: Int?
  private let slowerThan: Duration?

  /// Creates a filter from a query; returns nil if a kind or number is invalid.
  init?(_ query: [String: String]) {
    text = query["text"]?.lowercased()
    if let names = query["kind"] {
      let kinds = names.split(separator: ",").map { RecordedEvent.Kind(rawValue: String($0)) }
      guard !kinds.contains(nil) else { return nil }
      self.kinds = Set(kinds.compactMap(\.self))
    } else {
      kinds = nil
    }
    let numbers = query["store"]?.split(separator: ",", omittingEmptySubsequences: false).map { UInt64($0) }
    guard numbers?.contains(nil) != true else { return nil }
    stores = numbers.map { Set($0.compactMap(\.self)) }
    for name in ["cause", "slower"] where query[name] != nil && query[name].flatMap(UInt64.init) == nil {
      return nil
    }
    cause = query["cause"].flatMap(Int.init)
    slowerThan = query["slower"].flatMap(Int64.init).map { .microseconds($0) }
  }

  var acceptsEverything: Bool { text == nil && stores == nil && kinds == nil && cause == nil && slowerThan == nil }

  /// The text is compared last, because computing an event's text is expensive.
  func accepts(_ event: RecordedEvent) -> Bool {
    if let stores, !stores.contains(event.store) { return false }
    if let kinds, !kinds.contains(event.kind) { return false }
    if let cause, event.cause != cause { return false }
    if let slowerThan, (event.timing?.total ?? .zero) < slowerThan { return false }
    guard let text else { return true }
    // For an action, only the text is searched, because the page does not display the kind of an action.
    let kind = event.kind == .action ? "" : event.kind.rawValue + " "
    return (kind + event.text()).lowercased().contains(text)
  }
}

/// The rejection of a request, with the response to send.
struct RequestRefusal: Error {
  let response: HTTPResponse

  init(_ status: HTTPStatus, _ sentence: String) { response = .refusal(status, sentence) }
}
