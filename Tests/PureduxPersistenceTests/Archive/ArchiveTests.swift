import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

private struct Settings: Codable, Hashable, Sendable {
  var name = "Ann"
  var size = 12
}

@Suite struct ArchiveTests {
  let problems = Recorder<PersistenceError>()

  private func archive(
    _ place: some PersistencePlace, version: Int = 1, migrations: [Migration<Settings>] = []
  ) -> Archive<Settings> {
    Archive(place, version: version, migrations: migrations, onProblem: { [problems] in problems.record($0) })
  }

  @Test func `what was saved is restored`() {
    let place = MemoryPlace()
    do {
      let archive = archive(place)
      #expect(archive.restore() == nil)
      #expect(archive.save(Settings(name: "Bob", size: 3)))
    }
    #expect(archive(place).restore() == Settings(name: "Bob", size: 3))
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `an older version is migrated`() throws {
    struct Old: Codable, Sendable { var title: String }
    let place = MemoryPlace(Data(#"{"version":1,"state":{"title":"Cid"}}"#.utf8))
    let migration = Migration(from: 1) { (old: Old) in Settings(name: old.title) }
    let archive = archive(place, version: 2, migrations: [migration])
    #expect(archive.restore() == Settings(name: "Cid"))
    archive.save(Settings())
    #expect(String(decoding: try #require(place.read()), as: UTF8.self).hasSuffix(#""version":2}"#))
    #expect(place.aside.isEmpty)
  }

  @Test func `another version without a migration is kept aside and told`() throws {
    let newer = Data(#"{"version":7,"state":{"name":"Dan"}}"#.utf8)
    let place = MemoryPlace(newer)
    let archive = archive(place)
    #expect(archive.restore() == nil)
    let problem = try #require(problems.removeAll().first)
    #expect(problem.kind == .otherVersion(7))
    #expect(problem.description.contains("kept at memory, aside 1"))
    #expect(archive.save(Settings()))
    #expect(place.aside == [newer])
  }

  @Test func `a file cut off anywhere is kept aside and told, never half read`() throws {
    let place = MemoryPlace()
    archive(place).save(Settings())
    let data = try #require(place.read())
    for length in 0..<data.count {
      let place = MemoryPlace(data.prefix(length))
      #expect(archive(place).restore() == nil)
      #expect(problems.kinds() == [.damaged])
      #expect(place.aside == [data.prefix(length)])
    }
  }

  @Test func `a damaged file is kept beside the new one`() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 {
      try Data("nonsense \(number)".utf8).write(to: folder.state)
      let archive = archive(FilePlace(folder.state))
      #expect(archive.restore() == nil)
      #expect(problems.removeAll().map(\.keptAt) == [folder.state.resolvingSymlinksInPath().path + ".kept-\(number)"])
      #expect(archive.save(Settings()))
    }
    #expect(folder.files == ["state.json", "state.json.kept-1", "state.json.kept-2"])
    #expect(folder.text("state.json.kept-2") == "nonsense 2")
  }

  @Test func `a state that cannot be encoded is told, and the old one stays`() throws {
    let place = MemoryPlace()
    let archive = Archive<Double>(place, onProblem: { [problems] in problems.record($0) })
    #expect(archive.save(1))
    let before = place.read()
    #expect(!archive.save(.nan))
    #expect(problems.kinds() == [.notEncodable])
    #expect(place.read() == before)
  }

  @Test func `every problem says what happened, what became of it and what to do`() {
    let kinds: [PersistenceError.Kind] = [
      .heldElsewhere, .missingFolder, .notPermitted, .noSpace, .damaged, .otherVersion(3), .notEncodable, .failed,
    ]
    for kind in kinds {
      let text = "\(PersistenceError(kind, place: "/state.json", details: "why"))"
      #expect(text.contains("/state.json") && text.contains("(why). ") && text.hasSuffix("."))
    }
  }
}
