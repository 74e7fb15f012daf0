/// An error that the compiler shows at a place in the user's source.
struct Diagnostic {
  private let message: String
  private let fileName: String
  private let offset: Int

  /// `offset` counts from the place's first byte; without one, the error is at its first token.
  init(_ message: String, at place: SyntaxPlace, offset: Int? = nil) {
    self.message = message
    fileName = place.fileName
    self.offset = place.offset &+ (offset ?? SourceCursor.firstToken(of: place.source))
  }

  /// The compiler's decoder asks for every member.
  var json: JSON {
    [
      "message": .string(message),
      "severity": "error",
      "position": ["fileName": .string(fileName), "offset": .number(String(max(0, offset)))],
      "highlights": [], "notes": [], "fixIts": [],
    ]
  }
}
