import Foundation
import Testing

@Suite struct PromiseTableTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private let text: String
  private let sources: TestSources

  init() throws {
    text = try String(contentsOf: root.appendingPathComponent("Tests/SeedTests/README.md"), encoding: .utf8)
    sources = try TestSources(root: root)
  }

  @Test func `every promise has existing tests, or a reason`() {
    #expect(PromiseTable(text).missing(in: sources) == [])
  }

  @Test func `every test in these folders belongs to a promise`() {
    let named = Set(PromiseTable(text).promises.flatMap(\.shownBy))
    let ours = sources.tests.filter { $0.value.contains("SeedTests/") && !$0.value.hasSuffix("TableTests.swift") }
    #expect(ours.keys.filter { !named.contains($0) }.sorted() == [])
    #expect(ours.count > 50)
  }

  @Test func `a renamed test and a missing reason are detected`() {
    let table = PromiseTable(
      """
      | Where | What it promises | Shown by |
      |---|---|---|
      | here | something | PromiseTableTests: every promise has existing tests, or a reason<br>OldTests: it holds |
      | there | something | No: |
      | there | something | `LICENSE`<br>`NO-SUCH-FILE` |
      """)
    #expect(table.missing(in: sources) == ["line 3: OldTests: it holds", "line 4: No:", "line 5: `NO-SUCH-FILE`"])
  }
}
