/// Writes the steps of a story as a test for Swift Testing.
struct StoryWriter {
  private let title: String
  private var making: String
  private(set) var needsDecoding = false
  private(set) var isPartial = false
  private var beginning: [String] = []
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

  /// Has the function that makes the store take a state to begin with.
  mutating func begin(with state: any Sendable) {
    guard making.hasSuffix("()") else {
      return comment("The store has to begin with the state of the range's beginning.")
    }
    let type = SwiftExpression.name(of: state) ?? "\(type(of: state))"
    if let text = SwiftExpression.text(of: state) {
      beginning.append("let beginning: \(type) = \(text)")
    } else if case .json(let json) = WrittenValue(state) {
      beginning.append("let beginning: \(type) = try \(decoded(String(decoding: json, as: UTF8.self)))")
    } else {
      return comment("The state that the range begins with cannot be written as an expression. Make the store with it.")
    }
    making = "\(making.dropLast())beginning)"
  }

  /// Adds an action.
  ///
  /// - Parameter changes: Statements that change `$0` into the expected state.
  mutating func add(_ action: StoryAction, changes: [String]) {
    let isReceived = action.isReceived
    let text = action.text
    if isReceived { letTimePass(to: action.began) }
    latest = action.began
    let step: String
    if let expression = action.expression {
      step = "store.\(isReceived ? "receive" : "send")(\(expression))"
    } else if let json = action.json {
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
    lines += beginning.map { "  \($0)" }
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
