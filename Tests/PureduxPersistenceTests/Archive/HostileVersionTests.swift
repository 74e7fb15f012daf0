import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

/// Arbitrary versions of the archive, of its migrations and of the file.
@Suite struct HostileVersionTests {
  private static let versions: [Int] = [.min, -1, 0, 1, 2, .max - 1, .max]

  @Test(arguments: versions) func `a state of any version is restored by its own, by a migration, or refused`(
    saved: Int
  ) throws {
    let storage = MemoryStorage()
    #expect(Archive<Int>(storage, version: saved).save(7))
    let data = try #require(storage.read())
    for version in Self.versions {
      for from in Self.versions {
        let problems = Recorder<PersistenceError>()
        let archive = Archive<Int>(
          MemoryStorage(data), version: version, migrations: [Migration(from: from) { (old: Int) in old + 1 }],
          onProblem: { problems.record($0) })
        let expected = saved == version ? 7 : saved == from && saved < version ? 8 : nil
        let found = archive.restore()
        // A migration from a later version may be useful or not, but must not trap.
        if saved == version || from < version { #expect(found == expected, "\(saved), \(version) from \(from)") }
        if found == nil { #expect(problems.values.map(\.kind) == [.otherVersion(saved)]) }
      }
    }
  }
}
