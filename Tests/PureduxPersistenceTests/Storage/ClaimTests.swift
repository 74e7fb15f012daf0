import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

/// Tests which of several writers may write.
@Suite struct ClaimTests {
  let folder: TemporaryFolder
  let double = FileSystemDouble()
  let problems = Recorder<PersistenceError>()

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ name: String = "state.json", claim: ClaimDuration = .always) -> Archive<[Int]> {
    Archive(
      FileStorage(folder.url.appendingPathComponent(name), files: double.files), claim: claim,
      onProblem: { [problems] in problems.record($0) })
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
  }

  private func write(_ text: String, _ name: String = "state.json") throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name), options: .atomic)
  }

  @Test func `the second holder is reported once, and does not write while the first holds`() {
    var first: Archive<[Int]>? = archive()
    first?.save([1])
    let second = archive()
    #expect(second.restore() == [1])
    #expect(!second.save([2]) && !second.save([3]))
    #expect(problems.kinds() == [.heldElsewhere])
    #expect(folder.text() == #"{"state":[1],"version":1}"#)
    first = nil
    #expect(second.save([1, 4]))
    #expect(!archive().save([5]))
    #expect(problems.kinds() == [.heldElsewhere])
  }

  @Test func `the second holder never overwrites later saves of the first holder`() {
    var first: Archive<[Int]>? = archive()
    first?.save([1])
    let second = archive()
    #expect(second.restore() == [1])
    first?.save([1, 2])
    first = nil
    #expect(!second.save([3]))
    #expect(problems.kinds() == [.changedElsewhere])
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
    #expect(second.restore() == [1, 2])
    #expect(second.save([1, 2, 3]))
  }

  @Test func `two names of one file, by a dangling link or by a hard link, are one claim`() throws {
    try link("dangling.json", to: "state.json")
    let through = archive("dangling.json")
    #expect(through.restore() == nil)
    let direct = archive()
    #expect(direct.save([1]))
    #expect(!through.save([2]))
    #expect(problems.kinds() == [.heldElsewhere])
    #expect(folder.text() == #"{"state":[1],"version":1}"#)
  }

  @Test func `a file with two names is replaced only by the holder of the claim`() throws {
    try write(#"{"state":[1],"version":1}"#)
    try FileManager.default.linkItem(
      at: folder.state, to: folder.url.appendingPathComponent("other.json"))
    let (first, second) = (archive(), archive("other.json"))
    #expect(first.restore() == [1] && second.restore() == [1])
    #expect(first.save([1, 2]))
    #expect(!second.save([1, 3]))
    #expect(problems.kinds() == [.heldElsewhere])
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
    #expect(folder.text("other.json") == #"{"state":[1],"version":1}"#)
  }

  @Test func `deleting the lock file does not bypass the claim, and the holder is notified`() throws {
    let first = archive()
    #expect(first.save([1]))
    try remove("state.json.lock")
    let second = archive()
    #expect(second.restore() == [1])
    #expect(!second.save([2]))
    #expect(problems.kinds() == [.heldElsewhere])
    #expect(first.save([1, 2]))
    #expect(problems.kinds() == [.claimLost])
    #expect(!second.save([2]) && problems.kinds().isEmpty)
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
  }

  @Test func `a lock file that was deleted while there was no file is detected by the first holder`() throws {
    let first = archive("late.json")
    try write("[]", "late.json")
    #expect(first.save([1]))
    try remove("late.json.lock")
    try remove("late.json")
    let second = archive("late.json")
    #expect(second.save([2]))
    #expect(!first.save([1, 3]) && !first.save([1, 3]))
    #expect(problems.kinds() == [.claimLost, .heldElsewhere])
    #expect(folder.text("late.json") == #"{"state":[2],"version":1}"#)
  }

  @Test func `a file that another program has replaced is not overwritten`() throws {
    let archive = archive()
    #expect(archive.save([1]))
    try write(#"{"state":[8],"version":1}"#)
    #expect(!archive.save([2]) && !archive.save([2]))
    #expect(problems.kinds() == [.claimLost, .changedElsewhere, .notRead])
    #expect(folder.text() == #"{"state":[8],"version":1}"#)
    #expect(archive.restore() == [8])
    #expect(archive.save([8, 2]))
  }

  @Test func `a deleted file is written again`() throws {
    let archive = archive()
    #expect(archive.save([1]))
    try remove("state.json")
    #expect(archive.save([1, 2]))
    #expect(problems.removeAll().isEmpty)
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
  }

  @Test func `the claim is lost if the link leads elsewhere`() throws {
    try link("link.json", to: "state.json")
    let archive = archive("link.json")
    #expect(archive.save([1]))
    try remove("link.json")
    try link("link.json", to: "other.json")
    #expect(archive.save([2]))
    #expect(problems.kinds() == [.claimLost])
    #expect(folder.text() == #"{"state":[1],"version":1}"#)
    #expect(folder.text("other.json") == #"{"state":[2],"version":1}"#)
  }

  @Test func `the claim is lost if the folder was replaced`() throws {
    let archive = archive("in/state.json")
    let (inside, moved) = (folder.url.appendingPathComponent("in"), folder.url.appendingPathComponent("moved"))
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    #expect(archive.save([1]))
    try FileManager.default.moveItem(at: inside, to: moved)
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    #expect(archive.save([2]))
    #expect(problems.kinds() == [.claimLost])
    #expect(folder.text("moved/state.json") == #"{"state":[1],"version":1}"#)
    #expect(folder.text("in/state.json") == #"{"state":[2],"version":1}"#)
  }

  @Test func `a claim while saving is released afterwards, and detects another writer's save`() {
    let (first, second) = (archive(claim: .whileSaving), archive(claim: .whileSaving))
    #expect(first.restore() == nil && second.restore() == nil)
    #expect(first.save([1]))
    #expect(!second.save([2]))
    #expect(problems.kinds() == [.changedElsewhere])
    #expect(second.restore() == [1])
    #expect(second.save([1, 2]))
    #expect(!first.save([1, 3]))
    #expect(folder.text() == #"{"state":[1,2],"version":1}"#)
  }

  @Test func `a save that failed after the file was replaced does not count as a change by another writer`() {
    let archive = archive(claim: .whileSaving)
    #expect(archive.save([1]))
    double.fail("sync \(folder.url.lastPathComponent)", with: EIO)
    #expect(!archive.save([1, 2]))
    double.fail("sync \(folder.url.lastPathComponent)", with: nil)
    #expect(archive.save([1, 2, 3]))
    #expect(problems.kinds() == [.failed])
  }
}
