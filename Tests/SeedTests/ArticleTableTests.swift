import Foundation
import Testing

@Suite struct ArticleTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let articles = [
    "Coming from Puredux": "ComingFromPuredux.md", "Coming from SwiftDux": "ComingFromSwiftDux.md",
  ]
  private let shown: PromiseTable

  init() throws {
    let file = Self.root.appendingPathComponent("Tests/SeedTests/ARTICLES.md")
    shown = PromiseTable(try String(contentsOf: file, encoding: .utf8))
  }

  private func article(_ name: String) throws -> ArticleTable {
    let file = "Sources/PureduxCore/PureduxCore.docc/" + (try #require(Self.articles[name]))
    return ArticleTable(try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8))
  }

  @Test(arguments: articles.keys.sorted())
  func `each row of an article has proof, and a test if it claims something is the same`(name: String) throws {
    let article = try article(name)
    #expect(article.rows.count > 20)
    #expect(article.unshown(in: shown.promises.filter { $0.place == name }) == [])
  }

  @Test func `no proof is for a missing row, and each named test exists`() throws {
    let rows = try Self.articles.keys.map { (name: $0, rows: try article($0).rows.map(\.name)) }
    let strays = shown.promises.filter { promise in
      !rows.contains { $0.name == promise.place && $0.rows.contains(promise.text) }
    }
    #expect(strays == [])
    #expect(shown.missing(in: try TestSources(root: Self.root)) == [])
  }

  @Test func `a row without a test is detected`() {
    let article = ArticleTable(
      """
      | Puredux | here |
      |---|---|
      | `map` | the same |
      | `with` | the same |
      | `weakStore()` | `weak()` |
      | `Container` | another name |
      """)
    let promises = PromiseTable(
      """
      | Where | Row | Shown by |
      |---|---|---|
      | article | `map` | `Uses.swift` |
      | article | `with` | `Uses.swift`<br>StoreTests: it is there |
      | article | `weakStore()` | `Uses.swift` |
      """
    ).promises
    #expect(article.unshown(in: promises) == ["`map`", "`Container`"])
  }
}
