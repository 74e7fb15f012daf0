internal import Foundation

/// Writes the steps of a story as a test for Swift Testing.
struct StoryWriter {
  private let title: String
  private var making: String
  private let actions: StoryActions
  private(set) var needsDecoding = false
  /// Whether a step edits an ordered state.
  var editsOrderedStates = false
  private(set) var isPartial = false
  private var beginning: [String] = []
  /// The test's statements between the creation of the store and the first action.
  private var setting: [String] = []
  private var actionCount = 0
  /// The seed from which the test generates identities.
  var seed: UInt64?
  private var steps: [String] = []
  private var latest: Duration?

  /// Whether the test begins with the initial state of the session.
  let beginsAsRecorded: Bool

  private static let recordedState = "recordedState"

  /// - Parameter beginning: The initial state of the session, which `making` refers to as `recordedState`.
  init(title: String, making: String, _ actions: StoryActions = .asDispatched, beginning: Any? = nil) {
    self.title = title
    self.actions = actions
    guard making.contains(Self.recordedState), let beginning, case .json(let json) = WrittenValue(beginning) else {
      (self.making, beginsAsRecorded) = (making, false)
      if making.contains(Self.recordedState) {
        comment(
          "The initial state of the session cannot be written here. Replace `recordedState` with it.")
      }
      return
    }
    beginsAsRecorded = true
    self.making = ""
    let state = decoded(String(decoding: json, as: UTF8.self))
    self.making = making.replacingOccurrences(of: Self.recordedState, with: "try \(state)")
  }

  /// Adds a one-line comment for the reader of the test.
  mutating func comment(_ text: String) { steps.append("// \(Self.oneLine(text))") }

  /// Adds a comment that explains why the states after a state replacement are omitted.
  mutating func commentOnReplacement() {
    comment("The state was replaced in the meantime, which a test does not do, so the resulting states are omitted.")
  }

  /// Marks the story as partial: the test does not check all state changes.
  mutating func leaveOut() { isPartial = true }

  /// Passes the initial state as an argument to the function that creates the store.
  mutating func begin(with state: any Sendable) {
    guard making.hasSuffix("()") else {
      return comment("The store must begin with the initial state of the range.")
    }
    let type = SwiftExpression.name(of: state) ?? "\(type(of: state))"
    if let text = SwiftExpression.text(of: state) {
      beginning.append("let beginning: \(type) = \(text)")
    } else if case .json(let json) = WrittenValue(state) {
      beginning.append("let beginning: \(type) = try \(decoded(String(decoding: json, as: UTF8.self)))")
    } else {
      return comment("The initial state of the range cannot be written as an expression. Create the store with it.")
    }
    making = "\(making.dropLast())beginning)"
  }

  /// Adds a statement that sets the initial state of the store. Call this method if the initial state of a newly
  /// created store differs from the recorded state.
  mutating func replace(with state: Any) {
    guard case .json(let json) = WrittenValue(state) else {
      return comment("The initial state of the session differs from the new store's, and cannot be written here.")
    }
    setting.append("try store.begin(with: \(decoded(String(decoding: json, as: UTF8.self))))")
  }

  /// Adds a statement that passes recorded times and identities to the reducers of the next action.
  private mutating func give(_ draws: [RecordedDraws.Draw]) {
    guard !draws.isEmpty else { return }
    var values: [String] = []
    var index = 0
    while index < draws.count {
      let draw = draws[index]
      index += 1
      guard draw.kind == .identity else {
        let time = Duration(words: (draw.first, draw.second))
        values.append(".time(\(SwiftExpression.text(of: time) ?? ".zero"))")
        continue
      }
      var count: UInt64 = 1
      while index < draws.count, draws[index].kind == .identity, draws[index].first == draw.first,
        draws[index].second == draw.second &+ count
      {
        (index, count) = (index + 1, count + 1)
      }
      let text = "\"\(Identity(source: draw.first, number: draw.second).text)\""
      values.append(count == 1 ? ".identity(\(text))" : ".identities(\(text), count: \(count))")
    }
    setting.append("store.context.provideInputs([\(values.joined(separator: ", "))], forAction: \(actionCount))")
  }

  /// Adds a statement that sends or receives an action.
  ///
  /// - Parameters:
  ///   - change: The state change that the action causes.
  ///   - draws: The identities and times that the action's reducers read.
  mutating func add(_ action: StoryAction, _ change: StoryChange, drawing draws: [RecordedDraws.Draw] = []) {
    actionCount += 1
    give(draws)
    if !isPartial, let comment = change.comment { self.comment(comment) }
    if change.needsDecoding { needsDecoding = true }
    let isReceived = action.isReceived && actions == .asDispatched
    let text = action.text
    if isReceived { letTimePass(to: action.began) }
    latest = action.began
    let call = isReceived ? "store.receive" : "store.send"
    if let expression = action.expression {
      steps.append(change.text(of: call, expression, isTrying: false))
    } else if let json = action.json {
      comment(text)
      steps.append(change.text(of: call, decoded(json), isTrying: true))
    } else if isReceived {
      comment("\(text) cannot be written as an expression, so it is recognized by its beginning.")
      let beginning = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      let pattern = "\(PrintableText.literal(text)), where: { \"\\($0)\".hasPrefix(\"\(beginning)\") }"
      steps.append(change.text(of: call, pattern, isTrying: false))
    } else {
      comment("\(text) cannot be written as an expression. Send it here.")
      steps.append("Issue.record(\"An action is missing in this story.\")")
    }
  }

  /// Returns an expression that decodes a value from JSON, and adds the decoding function to the source.
  mutating func decoded(_ json: String) -> String {
    needsDecoding = true
    return Self.decoding(json)
  }

  /// Returns an expression that decodes a value from JSON. The source of the test must include the decoding function.
  static func decoding(_ json: String) -> String {
    let json = PrintableText.json(json)
    var hashes = "#"
    while json.contains("\"\(hashes)") || json.contains("\\\(hashes)") { hashes += "#" }
    return "decoded(\(hashes)\"\(json)\"\(hashes))"
  }

  private mutating func letTimePass(to time: Duration) {
    guard let latest, time > latest else { return }
    let milliseconds = (time - latest) / .milliseconds(1)
    if milliseconds >= 1 { steps.append("store.advance(by: .milliseconds(\(Int64(milliseconds.rounded(.up)))))") }
  }

  private static func oneLine(_ text: String) -> String {
    PrintableText.of(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  var source: String {
    let collections = editsOrderedStates ? ["PureduxCollections"] : []
    var lines = (["Foundation"] + collections + ["PureduxTesting", "Testing"]).map { "import \($0)" } + [""]
    let name = PrintableText.name(title).filter { $0 != "`" && $0 != "\\" }
    lines.append("@Test func `\(name) behaves as recorded`() throws {")
    lines += beginning.map { "  \($0)" }
    let context = seed.map { "(in: TestContext(identitySeed: \($0)))" } ?? ""
    lines.append("  let store = \(making.contains("try ") ? "try " : "")TestStore\(context) { \(making) }")
    lines += setting.map { "  \($0)" }
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
