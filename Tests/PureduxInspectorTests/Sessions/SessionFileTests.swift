import Foundation
import PureduxCore
import PureduxInspector
import Testing

@Suite struct `A session file` {
  private let runner = ManualRunner()
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func recordShelf(_ count: Int, limit: Int = 10_000) -> (StateStore<Shelf, ShelfAction>, Recording) {
    let store = Shelf.store(runner: runner)
    let recording = store.record(limit: limit)
    runner.runUntilIdle()
    for number in 0..<count { store.dispatch(.put("book \(number)", pages: number)) }
    runner.runUntilIdle()
    return (store, recording)
  }

  @Test func `is accessible only to its owner, and replaces an older file`() throws {
    try Data("old".utf8).write(to: folder.file)
    let (_, recording) = recordShelf(3)
    try recording.write(to: folder.file)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try RecordedSession(contentsOf: folder.file).events.count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.session"])
  }

  @Test func `is refused if it is not a regular file`() throws {
    let (_, recording) = recordShelf(1)
    #expect(throws: SessionError.self) { try recording.write(to: folder.url) }
    #expect(throws: SessionError.self) { try recording.append(to: URL(fileURLWithPath: "/dev/null")) }
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
    #expect(throws: SessionError.self) { try recording.write(to: link) }
    #expect(throws: SessionError.self) { try recording.write(to: folder.url.appendingPathComponent("none/a.session")) }
  }

  @Test func `is extended with later events`() throws {
    let (store, recording) = recordShelf(2)
    let appended = try recording.append(to: folder.file)
    #expect(try RecordedSession(contentsOf: folder.file).events.count == 2)
    for _ in 1...3 {
      store.dispatch(.clear)
      store.dispatch(.tag("x"))
      runner.runUntilIdle()
      appended.flush()
    }
    let session = try RecordedSession(contentsOf: folder.file)
    #expect(session.events.map(\.number) == Array(1...8))
    #expect(session.replay { Shelf.store() }.isFaithful)
    #expect(session.replay { Shelf.store() }.state == store.state)
  }

  @Test(arguments: [Int.max, .max - 511, 0])
  func `is extended under any limit of the recording`(limit: Int) throws {
    let (store, recording) = recordShelf(2, limit: limit)
    let appended = try recording.append(to: folder.file)
    store.dispatch(.clear)
    runner.runUntilIdle()
    appended.flush()
    #expect(try RecordedSession(contentsOf: folder.file).events.last?.number == 3)
  }

  @Test func `stays bounded, and can be replayed from its new beginning`() throws {
    let (store, recording) = recordShelf(0, limit: 64)
    let appended = try recording.append(to: folder.file)
    for _ in 1...100 {
      for _ in 1...20 { store.dispatch(.tag("x")) }
      store.dispatch(.put("y", pages: nil))
      store.dispatch(.clear)
      runner.runUntilIdle()
      appended.flush()
    }
    let session = try RecordedSession(contentsOf: folder.file)
    #expect(session.events.count < 4 * 64 + 1024 + 64)
    #expect(session.firstEvent > 1)
    #expect(session.events.last?.number == 2200)
    let replay = session.replay { Shelf.store() }
    #expect(replay.divergence == nil)
    #expect(replay.state == store.state)
  }

  @Test func `is reported with the line at which a bit has flipped or a line is missing`() throws {
    let (_, recording) = recordShelf(6)
    try recording.write(to: folder.file)
    let bytes = [UInt8](try Data(contentsOf: folder.file))
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 7)
      try Data(damaged).write(to: folder.file)
      let line = (ends.firstIndex { index <= $0 } ?? 0) + 1
      let error = #expect(throws: SessionError.self) { try RecordedSession(contentsOf: folder.file) }
      #expect(error?.line == line || error?.kind == .notASession, "byte \(index): \(String(describing: error))")
    }
    for missing in 1..<(ends.count - 1) {
      let range = (ends[missing - 1] + 1)...ends[missing]
      var shorter = bytes
      shorter.removeSubrange(range)
      try Data(shorter).write(to: folder.file)
      let error = #expect(throws: SessionError.self) { try RecordedSession(contentsOf: folder.file) }
      #expect(error?.kind == .missingLine)
      #expect(error?.line == missing + 1)
    }
  }

  @Test func `is read up to its last whole line, wherever it is cut off`() throws {
    let (_, recording) = recordShelf(8)
    try recording.write(to: folder.file)
    let bytes = try Data(contentsOf: folder.file)
    let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for count in stride(from: firstLine + 1, to: bytes.count, by: 197) {
      try bytes.prefix(count).write(to: folder.file)
      let session = try RecordedSession(contentsOf: folder.file)
      #expect(session.replay { Shelf.store() }.divergence == nil)
    }
  }

  @Test func `has the names of stores that were released before it was written`() throws {
    let root = Shelf.store(runner: runner)
    let recording = root.record()
    runner.runUntilIdle()
    do {
      let child = root.with(0, named: "child") { (count: inout Int, _: ShelfAction) in count += 1 }
      child.dispatch(.open)
    }
    runner.runUntilIdle()
    #expect(recording.events().filter { $0.storeName == "child" }.count == 3)
    try recording.write(to: folder.file)
    let session = try RecordedSession(contentsOf: folder.file)
    #expect(session.events.map(\.description) == ["child: store created", "child: open", "child: store released"])
  }

  @Test func `is not recognized if the file has other contents`() throws {
    for text in ["", "\n", "{}", "{}\n", "hello\nworld\n", String(repeating: "[", count: 100_000) + "\n"] {
      try Data(text.utf8).write(to: folder.file)
      let error = #expect(throws: SessionError.self) { try RecordedSession(contentsOf: folder.file) }
      #expect(error?.kind == .notASession)
    }
  }
}
