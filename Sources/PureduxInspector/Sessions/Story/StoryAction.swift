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
  init(_ event: SessionEvent, expression: String? = nil) {
    self.init(
      expression: expression, json: event.action?.json, text: event.action?.text ?? "?",
      isReceived: event.cause != nil, began: event.began)
  }

  init(_ event: InspectedEvent, isReceived: Bool) {
    let phrase = event.action as? SessionPhrase
    let expression = phrase == nil ? event.action.flatMap { SwiftExpression.text(of: $0) } : nil
    var json = phrase?.json
    if phrase == nil, let action = event.action, case .json(let bytes) = WrittenValue(action) {
      json = String(decoding: bytes, as: UTF8.self)
    }
    self.init(
      expression: expression, json: json, text: event.text(), isReceived: isReceived, began: event.began)
  }
}
