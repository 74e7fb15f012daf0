import Foundation
import PureduxBindings
import PureduxTesting
import Testing

/// Dialogs and changes to a path that were stored, sent or forged.
@Suite struct HostileNavigationTests {
  private static let pieces = [
    "0", "-1", "1e400", "null", "\"\"", "{}", "[]", "[", "}", ",", ":", "\"role\"", "\"cancel\"", "\"destructive\"",
    "\"choices\"", "\"left\"", "\"\\u0000\"", "\"\u{202E}\"", "\\ud800",
  ]

  /// The text with a few pieces of it replaced.
  private func damaged(_ text: String, _ random: inout SeededGenerator) -> Data {
    var characters = Array(text)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = Int.random(in: 0..<characters.count, using: &random)
      let end = min(characters.count, start + Int.random(in: 0...4, using: &random))
      characters.replaceSubrange(start..<end, with: Self.pieces.randomElement(using: &random) ?? "0")
    }
    return Data(String(characters).utf8)
  }

  /// Decodes damaged forms of `whole`, uses the accepted values, and returns their number.
  private func decode<Value: Codable & Hashable>(
    _ whole: Value, _ seed: UInt64, use: (Value) -> Void
  ) throws -> Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(whole), as: UTF8.self)
    var (random, decoded) = (SeededGenerator(seed: seed), 0)
    for _ in 0..<20_000 {
      guard let value = try? JSONDecoder().decode(Value.self, from: damaged(text, &random)) else { continue }
      decoded += 1
      #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
      _ = (value.hashValue, "\(value)", Mirror(reflecting: value).children.count)
      use(value)
    }
    return decoded
  }

  @Test func `a dialog that is decoded from damaged text is refused, or can be shown`() throws {
    let dialog = Dialog(
      "What now?", message: "It stays.",
      choices: [
        .init("Delete", role: .destructive, action: 1), .init("Share", action: 2), .init("Cancel", role: .cancel),
      ])
    let decoded = try decode(dialog, 17) { dialog in
      #expect(!dialog.choices.isEmpty)
      _ = dialog.choices.map { ($0.title, $0.role, $0.action) }
    }
    #expect(decoded > 100)
  }

  @Test(arguments: [#"{"title":"Saved","choices":[]}"#, #"{"choices":[],"title":"","message":null}"#])
  func `a dialog that was stored without choices can be closed`(text: String) throws {
    let dialog = try JSONDecoder().decode(Dialog<Int>.self, from: Data(text.utf8))
    #expect(dialog.choices.map(\.role) == [.cancel])
  }

  @Test func `a role that is decoded from damaged text is refused, or is one of the two`() throws {
    for role in [DialogRole.cancel, .destructive] {
      let decoded = try decode(role, 18) { #expect([.cancel, .destructive].contains($0)) }
      #expect(decoded > 20)
    }
    for text in [
      "", "0", "null", "{}", "[]", #""cancel""#, #"{"other":{}}"#, #"{"cancel":{},"destructive":{}}"#,
      #"{"cancel":0}"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(DialogRole.self, from: Data(text.utf8)) }
    }
  }

  @Test func `a change of a path that is decoded from damaged text is refused, or changes any path`() throws {
    let decoded = try decode(PathChange(from: [1, 2, 3], to: [1, 4, 5]), 19) { change in
      for path in [[], [1], [1, 2, 3], [3, 2, 1], [2, 2, 2], [.max, .min]] {
        var changed = path
        changed.apply(change)
        #expect(changed.count <= path.count + change.entered.count)
        #expect(changed.suffix(change.entered.count) == change.entered[...])
      }
    }
    #expect(decoded > 50)
  }
}
