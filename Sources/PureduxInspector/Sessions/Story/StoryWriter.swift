internal import Foundation

/// Writes the steps of a story as a test for Swift Testing.
struct StoryWriter {
  private let title: String
  private var making: String
  private let actions: StoryActions
  private(set) var needsDecoding = false
  private(set) var isPartial = false
  private var beginning: [String] = []
  private var steps: [String] = []
  private var latest: Duration?

  /// Whether the test begins with the state that the session begins with.
  let beginsAsRecorded: Bool

  private static let recordedState = "recordedState"

  /// - Parameter beginning: The state that the session begins with, which `recordedState` stands for in `making`.
  init(title: String, making: String, _ actions: StoryActions = .asDispatched, beginning: Any? = nil) {
    self.title = title
    self.actions = actions
    guard making.contains(Self.recordedState), let beginning, case .json(let json) = WrittenValue(beginning) else {
      (self.making, beginsAsRecorded) = (making, false)
      if making.contains(Self.recordedState) {
        comment(
          "The state that the session begins with cannot be written here. Put it in the place of `recordedState`.")
      }
      return
    }
    beginsAsRecorded = true
    self.making = ""
    let state = decoded(String(decoding: json, as: UTF8.self))
    self.making = making.replacingOccurrences(of: Self.recordedState, with: "try \(state)")
  }

  /// Adds a line that says something to the reader.
  mutating func comment(_ text: String) { steps.append("// \(Self.oneLine(text))") }

  /// Says why the states after a replacement are left out.
  mutating func commentOnReplacement() {
    comment("The state was replaced meanwhile, which a test does not do, so what the states become is left out.")
  }

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
  /// - Parameter change: What it changes.
  mutating func add(_ action: StoryAction, _ change: StoryChange) {
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
      comment("\(text) cannot be written as an expression, so it is recognised by its beginning.")
      let beginning = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      let pattern = "\(text.debugDescription), where: { \"\\($0)\".hasPrefix(\(beginning.debugDescription)) }"
      steps.append(change.text(of: call, pattern, isTrying: false))
    } else {
      comment("\(text) cannot be written as an expression. Send it here.")
      steps.append("Issue.record(\"An action is missing in this story.\")")
    }
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
    lines.append("  let store = \(making.contains("try ") ? "try " : "")TestStore { \(making) }")
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
