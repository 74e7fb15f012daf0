internal import PureduxRecording

/// The events of a session that somebody wants to see, as lines.
struct SessionListing {
  private let store: String?
  private let kinds: Set<RecordedEvent.Kind>?
  private let text: String?
  private let count: Int?

  init(_ arguments: CommandArguments) throws(CommandFailure) {
    store = arguments.options["--store"]
    text = arguments.options["--text"]?.lowercased()
    count = try arguments.number("--last", in: 0...Int.max)
    guard let names = arguments.options["--kind"] else {
      kinds = nil
      return
    }
    var kinds: Set<RecordedEvent.Kind> = []
    for name in names.split(separator: ",") {
      guard let kind = RecordedEvent.Kind(rawValue: String(name)) else {
        let known = RecordedEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure("\(name) is no kind of event. There are: \(known).", isUsage: true)
      }
      kinds.insert(kind)
    }
    self.kinds = kinds
  }

  func lines(of session: RecordedSession) -> [String] {
    let lines = session.events.lazy.filter(isWanted).map(Self.line)
    let found = lines.filter { line in text.map { line.lowercased().contains($0) } ?? true }
    return count.map { Array(found.suffix($0)) } ?? Array(found)
  }

  private func isWanted(_ event: RecordedEvent) -> Bool {
    if let kinds, !kinds.contains(event.kind) { return false }
    guard let store else { return true }
    return event.storeName == store || "\(event.store)" == store
  }

  /// For example `#12 +0.031 s cart: add("milk"), 21 µs, because of #11`.
  static func line(of event: RecordedEvent) -> String {
    let milliseconds = max(0, event.began.wholeMicroseconds) / 1000
    let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
    var line = "#\(event.number) +\(milliseconds / 1000).\(fraction) s \(event)"
    if let timing = event.timing { line += ", " + EventText.text(of: timing.reducing + timing.publishing) }
    if let cause = event.cause { line += ", because of #\(cause)" }
    return PrintableText.of(line)
  }
}
