internal import PureduxRecording

/// An action as a story tells it.
struct StoryAction {
  /// How it is written in Swift; nil where it is read from its JSON, or recognised.
  let expression: String?
  let json: String?
  /// One line about it.
  let text: String
  /// Whether something in the story dispatched it, and not its reader.
  let isReceived: Bool
  let began: Duration
}

extension StoryAction {
  /// An action of a session.
  init(recorded event: RecordedEvent, expression: String? = nil) {
    self.init(
      expression: expression, json: event.value?.json, text: event.value?.text ?? "?",
      isReceived: event.cause != nil, began: event.began)
  }

  /// An action of a running program, or of a session.
  init(_ event: RecordedEvent, isReceived: Bool) {
    let value = event.value
    let expression = value == nil ? event.action.flatMap { SwiftExpression.text(of: $0) } : nil
    var json = value?.json
    if value == nil, let action = event.action, case .json(let bytes) = WrittenValue(action) {
      json = String(decoding: bytes, as: UTF8.self)
    }
    self.init(
      expression: expression, json: json, text: event.text(), isReceived: isReceived, began: event.began)
  }
}
