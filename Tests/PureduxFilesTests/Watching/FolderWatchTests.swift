import Foundation
import PureduxFiles
import TestSupport
import Testing

@Suite struct FolderWatchTests {
  @Test func `files that are created, extended or renamed in one of the folders are reported by name`() async throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    let (reports, reporter) = AsyncStream.makeStream(of: Set<String>?.self)
    let watch = try #require(FileSystem.system.watchFolders([one.url.path, other.url.path]) { reporter.yield($0) })
    var iterator = reports.makeAsyncIterator()
    func expect(_ name: String) async {
      var names: Set<String> = []
      while !names.contains(name) { names = (await iterator.next() ?? nil) ?? [name] }
    }
    try Data("a".utf8).write(to: one.url.appendingPathComponent("a"))
    await expect("a")
    let handle = try FileHandle(forWritingTo: one.url.appendingPathComponent("a"))
    try handle.write(contentsOf: Data("bc".utf8))
    await expect("a")
    try FileManager.default.moveItem(
      at: one.url.appendingPathComponent("a"), to: other.url.appendingPathComponent("b"))
    await expect("b")
    #expect(!watch.isOver)
  }

  @Test func `a folder that does not exist cannot be watched`() throws {
    let folder = try TemporaryFolder()
    #expect(FileSystem.system.watchFolders([folder.url.path + "/none"]) { _ in } == nil)
  }

  @Test func `the names in a folder are listed, with the ages of the files`() throws {
    let folder = try TemporaryFolder()
    let (files, path) = (FileSystem.system, folder.url.appendingPathComponent("a"))
    try Data().write(to: path)
    let descriptor = try files.openFolder(folder.url.path)
    defer { files.close(descriptor) }
    #expect(try files.names(descriptor) == ["a"])
    #expect(try files.names(descriptor) == ["a"], "each call starts at the first name")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: path.path)
    let age = try #require(try files.age(descriptor, "a"))
    #expect(age >= .seconds(7_199) && age < .seconds(7_260))
    #expect(try files.age(descriptor, "none") == nil)
  }
}
