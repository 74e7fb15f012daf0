/// An error that the compiler shows at a position in the user's source code.
struct Diagnostic {
  private let message: String
  private let fileName: String
  private let offset: Int

  /// Places the error `offset` bytes into the fragment; without an offset, at the fragment's first token.
  init(_ message: String, in fragment: SourceFragment, at offset: Int? = nil) {
    self.message = message
    fileName = fragment.fileName
    self.offset = fragment.offset &+ (offset ?? SourceCursor.firstToken(of: fragment.text))
  }

  /// The compiler's decoder requires every member.
  var json: JSON {
    [
      "message": .string(message),
      "severity": "error",
      "position": ["fileName": .string(fileName), "offset": .number(String(max(0, offset)))],
      "highlights": [], "notes": [], "fixIts": [],
    ]
  }
}
