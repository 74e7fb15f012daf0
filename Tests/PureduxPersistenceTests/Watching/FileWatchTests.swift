import Foundation
import PureduxFiles
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// The system's notifications of changes to a file.
@Suite struct FileWatchTests {
  @Test func `a change to the file is reported, whether it grows, is replaced, or is created later`()
    async throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("link"), withDestinationURL: folder.state)
    for name in ["state.json", "link"] {
      let storage = FileStorage(folder.url.appendingPathComponent(name))
      let (changes, reader) = AsyncStream.makeStream(of: Void.self)
      let watch = try #require(storage.watch { reader.yield() })
      var iterator = changes.makeAsyncIterator()
      let keeper = ShelfKeeper(FileStorage(folder.state))
      keeper.begin()
      // The first save creates or extends the file, and the last ones compact it.
      for number in 1...300 {
        keeper.edit(keeper.shelf.turn.number + 1)
        keeper.change { $0.tags = [String(repeating: "x", count: number == 300 ? 1 << 17 : 10)] }
        keeper.save()
        await iterator.next()
      }
      #expect(!watch.isOver)
    }
    #expect(FileStorage(folder.url.appendingPathComponent("missing/state.json")).watch {} == nil)
  }

  @Test func `changes to other files of the folder are not reported, and the end of the folder ends the watch`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let file = inner.appendingPathComponent("state.json")
    let (changes, reader) = AsyncStream.makeStream(of: String.self)
    let watch = try #require(
      FileStorage(file).watch { reader.yield((try? String(contentsOf: file, encoding: .utf8)) ?? "") })
    for number in 1...20 { try Data("\(number)".utf8).write(to: inner.appendingPathComponent("other \(number)")) }
    try Data("told".utf8).write(to: file)
    var iterator = changes.makeAsyncIterator()
    // Events arrive in order, so the events of the other files would have arrived first.
    #expect(await iterator.next().map { ["", "told"].contains($0) } == true)
    #expect(!watch.isOver)
    try FileManager.default.removeItem(at: inner)
    while await iterator.next() != nil, !watch.isOver {}
    #expect(watch.isOver)
  }
}
