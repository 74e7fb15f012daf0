import Foundation
import PureduxBindings
import PureduxTesting
import Testing

/// Edits that were stored, sent or forged, and fit no text.
@Suite struct HostileEditTests {
  /// Characters of several code points, parts of such characters, direction marks, and characters with a special
  /// meaning elsewhere.
  private static let pieces = [
    "a", "e", "\u{301}", "é", "👩‍👩‍👧", "\u{200D}", "🇩", "🇪", "\u{0}", "\n", "\r", "\r\n", "\u{202E}", "\u{FEFF}",
    "\u{FFFD}", "\\", "\"",
    "한", "\u{1112}", "\u{1161}",
  ]
  private static let offsets: [Int] = [.min, -1, 0, 1, 5, 1_000_000, .max]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test func `any edit applies to any text, and any cursor stays inside the text`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let (old, new, current) = (text(&random), text(&random), text(&random))
      let edit = try JSONDecoder().decode(
        TextEdit.self, from: JSONEncoder().encode(["old": old, "new": new]))
      #expect(edit == TextEdit(from: old, to: new))
      var merged = current
      merged.apply(edit)
      if current == old { #expect(merged == new) }
      for offset in Self.offsets { #expect((0...max(0, new.count)).contains(edit.cursor(at: offset))) }
    }
  }

  @Test(arguments: [
    "", "0", "[]", "{}", #"{"old":"a"}"#, #"{"old":1,"new":"a"}"#, #"{"old":null,"new":null}"#,
    #"{"old":"\ud800","new":""}"#,
  ])
  func `an edit that is damaged is refused`(text: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(TextEdit.self, from: Data(text.utf8)) }
  }
}
