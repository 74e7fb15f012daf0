import Foundation
import PureduxPersistence
import PureduxTesting
import TestSupport
import Testing

/// Files that other users may have put in the place of a saved state, in a folder that they can write to.
@Suite struct SharedFolderTests {
  let folder: TemporaryFolder
  let double = FileSystemDouble()
  let problems = Recorder<PersistenceError>()

  init() throws { folder = try TemporaryFolder() }

  private func archive() -> Archive<[Int]> {
    Archive(FileStorage(folder.state, files: double.files), onProblem: { [problems] in problems.record($0) })
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  @Test func `a link to a file remains a link`() throws {
    try Data("[]".utf8).write(to: folder.url.appendingPathComponent("real.json"))
    try link("state.json", to: "real.json")
    #expect(archive().save([1]))
    #expect(folder.text("real.json") == #"{"state":[1],"version":1}"#)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("state.json")) == "real.json")
    #expect(folder.files == ["real.json", "state.json"])
  }

  @Test func `a link in place of the lock file is not followed`() throws {
    try link("state.json.lock", to: path("elsewhere"))
    #expect(!archive().save([1]))
    #expect(problems.kinds() == [.unsuitableFile])
    #expect(folder.files == [])
  }

  @Test func `a link that another user has created is not followed`() throws {
    try Data(#"{"state":[1],"version":1}"#.utf8).write(to: folder.url.appendingPathComponent("mine"))
    try link("state.json", to: "mine")
    double.disown("state.json")
    let archive = archive()
    #expect(archive.restore() == nil)
    #expect(!archive.save([2]))
    #expect(problems.kinds() == [.unsuitableFile, .unsuitableFile])
    #expect(folder.text("mine") == #"{"state":[1],"version":1}"#)
  }

  @Test func `a link to a file of another user is neither read nor replaced`() throws {
    try Data(#"{"state":[1],"version":1}"#.utf8).write(to: folder.url.appendingPathComponent("theirs"))
    try link("state.json", to: "theirs")
    double.disown("theirs")
    #expect(archive().restore() == nil)
    #expect(!archive().save([2]))
    #expect(problems.kinds() == [.unsuitableFile, .unsuitableFile])
    #expect(folder.text("theirs") == #"{"state":[1],"version":1}"#)
    #expect(folder.files == ["state.json", "theirs"])
  }

  @Test func `circular links are refused`() throws {
    try link("state.json", to: "other.json")
    try link("other.json", to: "state.json")
    #expect(archive().restore() == nil)
    #expect(!archive().save([1]))
    #expect(problems.kinds() == [.unsuitableFile, .unsuitableFile])
  }

  // Everything is in the test's own folder, because a faulty library would replace the target of the link.
  @Test func `a pipe, a device, a folder and a link to one of them are refused at once, and are not moved`() throws {
    let makers: [(String) throws -> Void] = [
      { #expect(mkfifo($0, 0o600) == 0) },
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: ".") },
      {
        try Data("device".utf8).write(to: URL(fileURLWithPath: $0))
        double.disguise("state.json")
      },
    ]
    for make in makers {
      try make(path("state.json"))
      let archive = archive()
      #expect(archive.restore() == nil)
      #expect(!archive.save([1]))
      #expect(problems.kinds() == [.unsuitableFile, .unsuitableFile])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state.json"])
      try FileManager.default.removeItem(atPath: path("state.json"))
    }
  }

  @Test func `a pipe in place of the lock file is refused at once`() throws {
    #expect(mkfifo(path("state.json.lock"), 0o600) == 0)
    #expect(!archive().save([1]))
    #expect(problems.kinds() == [.unsuitableFile])
  }

  @Test func `restoring alone changes nothing in the folder, whatever it contains`() throws {
    for text in ["nonsense", #"{"state":[1],"version":9}"#, #"{"state":[1],"version":1}"#, ""] {
      try Data(text.utf8).write(to: folder.state)
      let before = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.modificationDate] as? Date
      _ = archive().restore()
      let after = try FileManager.default.attributesOfItem(atPath: folder.url.path)[.modificationDate] as? Date
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state.json"])
      #expect(folder.text() == text && before == after)
    }
    try FileManager.default.removeItem(at: folder.state)
    #expect(archive().restore() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `an unusable file keeps its name until a state is saved over it`() throws {
    try Data("nonsense".utf8).write(to: folder.state)
    let archive = archive()
    #expect(archive.restore() == nil)
    double.fail("write state.json.new", with: ENOSPC)
    #expect(!archive.save([1]))
    #expect(folder.files == ["state.json"] && folder.text() == "nonsense")
    double.fail("write state.json.new", with: nil)
    #expect(archive.save([1]))
    #expect(folder.files == ["state.json", "state.json.kept-1"])
    #expect(problems.kinds() == [.damaged, .noSpace, .damaged])
  }
}
