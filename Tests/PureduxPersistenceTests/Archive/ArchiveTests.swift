import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

private struct Settings: Codable, Hashable, Sendable {
  var name = "Ann"
  var size = 12
}

@Suite struct ArchiveTests {
  let problems = Recorder<PersistenceError>()

  private func archive(
    _ storage: some PersistenceStorage, version: Int = 1, migrations: [Migration<Settings>] = []
  ) -> Archive<Settings> {
    Archive(storage, version: version, migrations: migrations, onProblem: { [problems] in problems.record($0) })
  }

  @Test func `the saved state is restored`() {
    let storage = MemoryStorage()
    do {
      let archive = archive(storage)
      #expect(archive.restore() == nil)
      #expect(archive.save(Settings(name: "Bob", size: 3)))
    }
    #expect(archive(storage).restore() == Settings(name: "Bob", size: 3))
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `an older version is migrated`() throws {
    struct Old: Codable, Sendable { var title: String }
    let storage = MemoryStorage(Data(#"{"version":1,"state":{"title":"Cid"}}"#.utf8))
    let migration = Migration(from: 1) { (old: Old) in Settings(name: old.title) }
    let archive = archive(storage, version: 2, migrations: [migration])
    #expect(archive.restore() == Settings(name: "Cid"))
    archive.save(Settings())
    #expect(String(decoding: try #require(storage.read()), as: UTF8.self).hasSuffix(#""version":2}"#))
    #expect(storage.aside.isEmpty)
  }

  @Test func `another version without a migration is set aside and reported`() throws {
    let newer = Data(#"{"version":7,"state":{"name":"Dan"}}"#.utf8)
    let storage = MemoryStorage(newer)
    let archive = archive(storage)
    #expect(archive.restore() == nil)
    #expect(problems.kinds() == [.otherVersion(7)])
    #expect(storage.read() == newer && storage.aside.isEmpty)
    #expect(archive.save(Settings()))
    let problem = try #require(problems.removeAll().first)
    #expect(problem.kind == .otherVersion(7) && problem.description.contains("set aside at memory, aside 1"))
    #expect(storage.aside == [newer])
  }

  @Test func `a file truncated anywhere is set aside and reported, never read partially`() throws {
    let storage = MemoryStorage()
    archive(storage).save(Settings())
    let data = try #require(storage.read())
    for length in 0..<data.count {
      let storage = MemoryStorage(data.prefix(length))
      let archive = archive(storage)
      #expect(archive.restore() == nil)
      #expect(problems.kinds() == [.damaged])
      #expect(storage.read() == data.prefix(length) && storage.aside.isEmpty)
      #expect(archive.save(Settings()))
      #expect(storage.aside == [data.prefix(length)] && storage.read() == data)
      #expect(problems.kinds() == [.damaged])
    }
  }

  @Test func `a damaged file is kept next to the new one`() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 {
      try Data("nonsense \(number)".utf8).write(to: folder.state)
      let archive = archive(FileStorage(folder.state))
      #expect(archive.restore() == nil)
      #expect(problems.removeAll().map(\.keptAt) == [nil])
      #expect(archive.save(Settings()))
      #expect(problems.removeAll().map(\.keptAt) == [folder.state.path + ".kept-\(number)"])
    }
    #expect(folder.files == ["state.json", "state.json.kept-1", "state.json.kept-2"])
    #expect(folder.text("state.json.kept-2") == "nonsense 2")
  }

  @Test func `a state that cannot be encoded is reported, and the old one stays`() throws {
    let storage = MemoryStorage()
    let archive = Archive<Double>(storage, onProblem: { [problems] in problems.record($0) })
    #expect(archive.save(1))
    let before = storage.read()
    #expect(!archive.save(.nan))
    #expect(problems.kinds() == [.notEncodable])
    #expect(storage.read() == before)
  }

  @Test func `every problem describes the mistake, its effect and the fix`() {
    let kinds: [PersistenceError.Kind] = [
      .heldElsewhere, .claimLost, .changedElsewhere, .notRead, .missingFolder, .unsuitableFile, .notPermitted, .noSpace,
      .damaged, .otherVersion(3), .notEncodable, .failed,
    ]
    for kind in kinds {
      let text = "\(PersistenceError(kind, storage: "/state.json", details: "why"))"
      #expect(text.contains("/state.json") && text.contains("(why). ") && text.hasSuffix("."))
    }
  }
}
