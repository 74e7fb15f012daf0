/// Where two sessions differ: in what happened to which store, and not in when or how quickly.
struct SessionComparison {
  /// How many events of each are listed.
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

  /// What only one of them has, from the first difference to the last.
  var lines: [String] {
    guard !areEqual else { return [] }
    return ["@@ after \(before) equal events @@"] + Self.marked("-", first) + Self.marked("+", second)
  }

  /// How long a selector took differs from run to run.
  private static func texts(of session: RecordedSession) -> [String] {
    session.events.filter { $0.kind != .computed }.map { PrintableText.of($0.description) }
  }

  private static func marked(_ mark: String, _ texts: ArraySlice<String>) -> [String] {
    let lines = texts.prefix(mostLines).map { "\(mark) \($0)" }
    return texts.count > mostLines ? lines + ["\(mark) and \(texts.count - mostLines) more"] : lines
  }
}
