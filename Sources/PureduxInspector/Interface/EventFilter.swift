internal import PureduxRecording

/// Chooses events by the parameters of a request. What is not asked for does not matter.
struct EventFilter {
  private let text: String?
  private let store: UInt64?
  private let kinds: Set<RecordedEvent.Kind>?
  private let cause: Int?
  private let slowerThan: Duration?

  /// Nil for a kind or a number that is not understood.
  init?(_ query: [String: String]) {
    text = query["text"]?.lowercased()
    if let names = query["kind"] {
      let kinds = names.split(separator: ",").map { RecordedEvent.Kind(rawValue: String($0)) }
      guard !kinds.contains(nil) else { return nil }
      self.kinds = Set(kinds.compactMap(\.self))
    } else {
      kinds = nil
    }
    for name in ["store", "cause", "slower"] where query[name] != nil && query[name].flatMap(UInt64.init) == nil {
      return nil
    }
    store = query["store"].flatMap(UInt64.init)
    cause = query["cause"].flatMap(Int.init)
    slowerThan = query["slower"].flatMap(Int64.init).map { .microseconds($0) }
  }

  var acceptsEverything: Bool { text == nil && store == nil && kinds == nil && cause == nil && slowerThan == nil }

  /// The text is looked at last, because it has to be made.
  func accepts(_ event: RecordedEvent) -> Bool {
    if let store, event.store != store { return false }
    if let kinds, !kinds.contains(event.kind) { return false }
    if let cause, event.cause != cause { return false }
    if let slowerThan, (event.timing?.total ?? .zero) < slowerThan { return false }
    guard let text else { return true }
    return event.text().lowercased().contains(text)
  }
}
