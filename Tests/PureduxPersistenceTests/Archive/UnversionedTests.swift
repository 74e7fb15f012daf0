import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

private struct Settings: Codable, Hashable, Sendable {
  var name: String
  var version: Int
}

/// States without a version, in the form in which SwiftDux and other libraries save them.
@Suite struct UnversionedTests {
  let problems = Recorder<PersistenceError>()
  private let bare = Data(#"{"name":"Ann","version":3}"#.utf8)

  private func archive(
    _ storage: MemoryStorage, version: Int = 1, unversioned: Bool = false, migrations: [Migration<Settings>] = []
  ) -> Archive<Settings> {
    Archive(
      storage, version: version, unversioned: unversioned, migrations: migrations,
      onProblem: { [problems] in problems.record($0) })
  }

  @Test func `an unversioned state is read and written unchanged`() {
    let storage = MemoryStorage(bare)
    let archive = archive(storage, unversioned: true)
    #expect(archive.restore() == Settings(name: "Ann", version: 3))
    #expect(archive.save(Settings(name: "Bob", version: 4)))
    #expect(storage.read() == Data(#"{"name":"Bob","version":4}"#.utf8))
    #expect(problems.removeAll().isEmpty && storage.aside.isEmpty)
  }

  @Test func `a migration from version 0 reads an unversioned state, and it gets a version`() {
    let storage = MemoryStorage(bare)
    let archive = archive(storage, migrations: [Migration(from: 0) { (old: Settings) in old }])
    #expect(archive.restore() == Settings(name: "Ann", version: 3))
    #expect(archive.save(Settings(name: "Ann", version: 3)))
    #expect(storage.read() == Data(#"{"state":{"name":"Ann","version":3},"version":1}"#.utf8))
    #expect(problems.removeAll().isEmpty && storage.aside.isEmpty)
  }

  @Test func `a migration from version 0 may have another shape, and reads states saved as version 0 too`() {
    struct Old: Codable, Sendable { var title: String }
    let migration = Migration(from: 0) { (old: Old) in Settings(name: old.title, version: 0) }
    for text in [#"{"title":"Cid"}"#, #"{"version":0,"state":{"title":"Cid"}}"#] {
      let archive = archive(MemoryStorage(Data(text.utf8)), version: 2, migrations: [migration])
      #expect(archive.restore() == Settings(name: "Cid", version: 0))
    }
  }

  @Test func `an archive that no longer has versions still reads states saved with a version`() {
    let storage = MemoryStorage()
    #expect(archive(storage).save(Settings(name: "Dan", version: 5)))
    #expect(archive(storage, unversioned: true).restore() == Settings(name: "Dan", version: 5))
  }

  @Test func `an archive that no longer has versions reads the version of a state whose properties are optional`() {
    struct Preferences: Codable, Hashable, Sendable { var theme: String?, size: Int? }
    let storage = MemoryStorage()
    let saved = Preferences(theme: "dark", size: 12)
    #expect(Archive<Preferences>(storage).save(saved))
    #expect(Archive<Preferences>(storage, unversioned: true).restore() == saved)
  }

  @Test func `without a migration, an unversioned state is kept and reported`() {
    let storage = MemoryStorage(bare)
    let archive = archive(storage)
    #expect(archive.restore() == nil)
    #expect(archive.save(Settings(name: "Eve", version: 1)))
    #expect(problems.kinds() == [.damaged, .damaged])
    #expect(storage.aside == [bare])
  }
}
