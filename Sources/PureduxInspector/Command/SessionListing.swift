internal import PureduxRecording

/// Lists the selected events of a session, one per line.
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
        throw CommandFailure("\(name) is not a kind of event. There are: \(known).", isUsage: true)
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

  /// The line for an event, for example `#12 +0.031 s cart: add("milk"), 21 µs, because of #11`.
  static func line(of event: RecordedEvent) -> String {
    let milliseconds = max(0, event.began.wholeMicroseconds) / 1000
    let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
    var line = "#\(event.number) +\(milliseconds / 1000).\(fraction) s \(event)"
    if let timing = event.timing { line += ", " + EventText.text(of: timing.reducing + timing.publishing) }
    if let cause = event.cause { line += ", because of #\(cause)" }
    return PrintableText.of(line)
  }
}

/// Compares the events of two sessions, ignoring the times and durations of the events.
struct SessionComparison {
  /// The maximum number of events listed for each session.
  private static let mostLines = 100

  private let before: Int
  private let first: ArraySlice<String>
  private let second: ArraySlice<String>

  init(_ one: RecordedSession, _ other: RecordedSession) {
    let (first, second) = (Self.texts(of: one), Self.texts(of: other))
    let shorter = min(first.count, second.count)
    var start = 0
    while start < shorter, first[start] == second[start] { start += 1 }
    var end = 0
    while end < shorter - start, first[first.count - 1 - end] == second[second.count - 1 - end] { end += 1 }
    before = start
    self.first = first[start..<first.count - end]
    self.second = second[start..<second.count - end]
  }

  var areEqual: Bool { first.isEmpty && second.isEmpty }

  /// The output lines: the events of both sessions from the first difference to the last.
  var lines: [String] {
    guard !areEqual else { return [] }
    return ["@@ after \(before) equal events @@"] + Self.marked("-", first) + Self.marked("+", second)
  }

  /// Omits selector computations, because their descriptions contain durations that vary between runs.
  private static func texts(of session: RecordedSession) -> [String] {
    session.events.filter { $0.kind != .computed }.map { PrintableText.of($0.description) }
  }

  private static func marked(_ mark: String, _ texts: ArraySlice<String>) -> [String] {
    let lines = texts.prefix(mostLines).map { "\(mark) \($0)" }
    return texts.count > mostLines ? lines + ["\(mark) and \(texts.count - mostLines) more"] : lines
  }
}
