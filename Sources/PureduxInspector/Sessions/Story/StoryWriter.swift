/// Writes the steps of a story as a test for Swift Testing.
struct StoryWriter {
  private let title: String
  private let making: String
  private(set) var needsDecoding = false
  private(set) var isPartial = false
  private var steps: [String] = []
  private var latest: Duration?

  init(title: String, making: String) {
    self.title = title
    self.making = making
  }

  /// Adds a line that says something to the reader.
  mutating func comment(_ text: String) { steps.append("// \(Self.oneLine(text))") }

  /// Not all of a story's changes are described.
  mutating func leaveOut() { isPartial = true }

  /// Adds an action.
  ///
  /// - Parameters:
  ///   - expression: How it is written in Swift; nil where it is read from its JSON, or recognised.
  ///   - changes: Statements that change `$0` into the expected state.
  mutating func add(_ event: SessionEvent, _ expression: String?, changes: [String]) {
    let isReceived = event.cause != nil
    let text = event.action?.text ?? "?"
    if isReceived { letTimePass(to: event.began) }
    latest = event.began
    let step: String
    if let expression {
      step = "store.\(isReceived ? "receive" : "send")(\(expression))"
    } else if let json = event.action?.json {
      comment(text)
      step = "try store.\(isReceived ? "receive" : "send")(\(decoded(json)))"
    } else if isReceived {
      comment("\(text) cannot be written as an expression, so it is recognised by its beginning.")
      let beginning = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      step =
        "store.receive(\(text.debugDescription), where: { \"\\($0)\".hasPrefix(\(String(beginning).debugDescription)) })"
    } else {
      comment("\(text) cannot be written as an expression. Send it here.")
      return steps.append("Issue.record(\"An action is missing in this story.\")")
    }
    let trying = changes.contains { $0.contains("try ") } && !step.hasPrefix("try ") ? "try \(step)" : step
    steps.append(changes.isEmpty ? trying : "\(trying) {\n    \(changes.joined(separator: "\n    "))\n  }")
  }

  /// An expression that reads a value from its JSON.
  mutating func decoded(_ json: String) -> String {
    needsDecoding = true
    var hashes = "#"
    while json.contains("\"\(hashes)") || json.contains("\\\(hashes)") { hashes += "#" }
    return "decoded(\(hashes)\"\(json)\"\(hashes))"
  }

  private mutating func letTimePass(to time: Duration) {
    guard let latest, time > latest else { return }
    let milliseconds = (time - latest) / .milliseconds(1)
    if milliseconds >= 1 { steps.append("store.advance(by: .milliseconds(\(Int(milliseconds.rounded(.up)))))") }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  var source: String {
    var lines = ["Foundation", "PureduxTesting", "Testing"].map { "import \($0)" } + [""]
    lines.append("@Test func `\(title.filter { $0 != "`" && $0 != "\\" }) goes as it was recorded`() throws {")
    lines.append("  let store = TestStore { \(making) }")
    if isPartial { lines.append("  store.exhaustivity = .partial") }
    lines += steps.map { "  \($0)" }
    lines += ["  store.finish()", "}"]
    if needsDecoding {
      lines += [
        "", "private func decoded<Value: Decodable>(_ json: String) throws -> Value {",
        "  try JSONDecoder().decode(Value.self, from: Data(json.utf8))", "}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
