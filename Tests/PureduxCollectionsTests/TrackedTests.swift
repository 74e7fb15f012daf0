import Foundation
import PureduxCollections
import PureduxCore
import Testing

private struct Article: Codable, Hashable, Sendable {
  var title = ""
  var isRead = false
}

private struct Library: Codable, Hashable, Sendable {
  @Tracked var articles: [Article] = []
  @Tracked var note: String?
  var filter = ""
}

/// The address of an array's elements.
private func address(_ articles: [Article]) -> Int {
  articles.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
}

@Suite struct TrackedTests {
  private var library = Library(articles: (0..<1_000).map { Article(title: "\($0)") })

  @Test mutating func `each change in place counts once, and copies nothing`() {
    let place = address(library.articles)
    var versions = [library.$articles.version]
    library.articles[5].title = "new"
    versions.append(library.$articles.version)
    library.articles[7].isRead.toggle()
    versions.append(library.$articles.version)
    func edit(_ articles: inout [Article]) {
      articles[1].isRead = true
      articles[2].isRead = true
    }
    edit(&library.articles)
    versions.append(library.$articles.version)
    #expect(Set(versions).count == 4)
    #expect(address(library.articles) == place)
    #expect(library.articles[5].title == "new" && library.articles[7].isRead && library.articles[2].isRead)
  }

  @Test mutating func `reading, copying, and changing another property keep the version`() {
    let version = library.$articles.version
    library.filter = library.articles[3].title
    library.note = "read"
    let copy = library
    #expect(library.$articles.version == version && copy.$articles.version == version)
  }

  @Test mutating func `diverged copies never have equal versions`() {
    var copy = library
    copy.articles[0].isRead = true
    library.articles[0].isRead = true
    #expect(copy == library && copy.$articles.version != library.$articles.version)
  }

  @Test mutating func `a change that throws counts`() {
    struct Stop: Error {}
    func edit(_ articles: inout [Article]) throws {
      articles.removeAll()
      throw Stop()
    }
    let version = library.$articles.version
    #expect(throws: Stop.self) { try edit(&library.articles) }
    #expect(library.articles.isEmpty && library.$articles.version != version)
  }

  @Test func `a tracked value is encoded, compared, hashed and described like its value`() throws {
    let library = Library(articles: [Article(title: "a")], note: "n")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(library)
    #expect(
      String(decoding: data, as: UTF8.self) == #"{"articles":[{"isRead":false,"title":"a"}],"filter":"","note":"n"}"#)
    let back = try JSONDecoder().decode(Library.self, from: data)
    #expect(back == library && back.hashValue == library.hashValue && back.articles == library.articles)
    #expect("\(library.$note)" == "\(library.note as String?)")
    #expect(Mirror(reflecting: library.$articles).children.count == 1)
  }

  @Test func `the key of an optional may be missing, and nil is omitted`() throws {
    let json = #"{"articles":[],"filter":"f"}"#
    let library = try JSONDecoder().decode(Library.self, from: Data(json.utf8))
    #expect(library.note == nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(library), as: UTF8.self) == json)
  }
}
