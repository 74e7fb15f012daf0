import Foundation
import Testing

@Suite struct `The articles` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `show code that is compiled and run`() throws {
    let article = try text("Sources/PureduxTesting/PureduxTesting.docc/TestingAFeature.md")
    let code = try normalised(text("Tests/PureduxTestingTests/Articles/TestingAFeature.swift"))
    let snippets = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(snippets.count >= 5)
    for snippet in snippets { #expect(code.contains(normalised(snippet)), "not compiled:\n\(snippet)") }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// Without indentation and blank lines.
  private func normalised(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
