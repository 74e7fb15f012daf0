import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

@Suite struct FileStorageTests {
  let folder: TemporaryFolder
  let double = FileSystemDouble()
  let problems = Recorder<PersistenceError>()

  init() throws { folder = try TemporaryFolder() }

  func archive() -> Archive<[Int]> {
    Archive(FileStorage(folder.state, files: double.files), onProblem: { [problems] in problems.record($0) })
  }

  @Test func `a file is replaced by a file that is synced before it takes the name, and the folder is synced after`() {
    let archive = archive()
    archive.save([1])
    _ = double.takeCalls()
    #expect(archive.save([2]))
    let name = folder.url.lastPathComponent
    #expect(
      double.takeCalls() == [
        "remove state.json.new", "open state.json.new", "write state.json.new", "sync state.json.new",
        "rename state.json", "sync \(name)",
      ])
    #expect(folder.files == ["state.json"])
  }

  @Test func `a full disk is reported, damages nothing, and saving succeeds once there is space again`() {
    let archive = archive()
    archive.save([1])
    for step in ["write state.json.new", "sync state.json.new", "open state.json.new"] {
      double.fail(step, with: ENOSPC)
      #expect(!archive.save([2]))
      #expect(problems.kinds() == [.noSpace])
      #expect(folder.text() == #"{"state":[1],"version":1}"#)
      #expect(folder.files == ["state.json"])
      double.fail(step, with: nil)
    }
    #expect(archive.save([2]))
    #expect(folder.text() == #"{"state":[2],"version":1}"#)
  }

  @Test func `a missing folder is reported, and used once it exists`() throws {
    try FileManager.default.removeItem(at: folder.url)
    let archive = archive()
    #expect(archive.restore() == nil)
    #expect(!archive.save([1]))
    #expect(problems.kinds() == [.missingFolder])
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    #expect(archive.save([2]))
    #expect(folder.files == ["state.json"] && problems.removeAll().isEmpty)
  }

  @Test func `if a folder appears later with a file in it, the file is read before anything is saved`() throws {
    try FileManager.default.removeItem(at: folder.url)
    let archive = archive()
    #expect(archive.restore() == nil)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data(#"{"state":[1],"version":1}"#.utf8).write(to: folder.state)
    #expect(!archive.save([2]))
    #expect(problems.kinds() == [.changedElsewhere])
    #expect(archive.restore() == [1])
    #expect(archive.save([1, 2]))
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
    #expect(folder.files == ["state.json"])
  }

  @Test func `a storage without permission is reported, and its contents are neither moved nor overwritten`() throws {
    archive().save([1])
    double.fail("open state.json", with: EACCES)
    let archive = archive()
    #expect(archive.restore() == nil)
    #expect(!archive.save([2]))
    #expect(problems.kinds() == [.notPermitted, .notPermitted])
    double.fail("open state.json", with: nil)
    #expect(!archive.save([2]))
    #expect(problems.kinds() == [.notRead])
    #expect(archive.restore() == [1])
    #expect(archive.save([1, 2]))
    #expect(folder.files == ["state.json"])
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
  }

  @Test func `a file that was temporarily unreadable is read the next time`() {
    archive().save([1])
    double.fail("open state.json", with: EMFILE)
    #expect(archive().restore() == nil)
    #expect(problems.removeAll().map(\.keptAt) == [nil])
    double.fail("open state.json", with: nil)
    #expect(archive().restore() == [1])
    #expect(folder.files == ["state.json"])
  }

  @Test func `a file that could not be read once is read again at once, silently`() {
    archive().save([1])
    double.fail("read state.json", with: EIO, times: 2)
    #expect(archive().restore() == [1])
    #expect(problems.removeAll().isEmpty)
  }

  @Test func `an unreadable file is not overwritten or moved when another state is saved`() {
    archive().save([1])
    double.fail("read state.json", with: EIO)
    let archive = archive()
    #expect(archive.restore() == nil)
    double.fail("read state.json", with: nil)
    #expect(!archive.save([2]))
    #expect(problems.kinds() == [.failed, .notRead])
    #expect(folder.text() == #"{"state":[1],"version":1}"#)
    #expect(folder.files == ["state.json"])
  }

  @Test func `a released claim is free, even if a process that is being started also has the file open`() {
    double.shareLocks()
    var first: Archive<[Int]>? = archive()
    first?.save([1])
    first = nil
    #expect(archive().save([2]))
    #expect(problems.kinds().isEmpty)
  }

  @Test func `the file is accessible only to its owner, whatever is left under the temporary name`() throws {
    let new = folder.state.path + ".new"
    let other = folder.url.appendingPathComponent("other").path
    let leftovers: [() throws -> Void] = [
      { try Data("longer than what is saved".utf8).write(to: URL(fileURLWithPath: new)) },
      { try FileManager.default.linkItem(atPath: other, toPath: new) },
      { try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: other) },
    ]
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: other))
    for leave in leftovers {
      try leave()
      chmod(new, 0o644)
      #expect(archive().save([1]))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.state.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(attributes[.type] as? FileAttributeType == .typeRegular)
      #expect(folder.text() == #"{"state":[1],"version":1}"#)
      #expect(folder.text("other") == "theirs")
      #expect(folder.files == ["other", "state.json"])
    }
  }
}
