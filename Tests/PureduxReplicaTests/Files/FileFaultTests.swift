import Foundation
import PureduxFiles
import PureduxTesting
import TestSupport
import Testing

@testable import PureduxReplica

/// Full disks, locked devices, read-only folders, and damaged files.
@Suite struct FileFaultTests {
  private let folder: TemporaryFolder
  private let faults = FaultyFiles()

  init() throws { folder = try TemporaryFolder() }

  private func process(_ helper: String? = nil) -> LogProcess {
    LogProcess(folder.url, helper, faults.files)
  }

  private func journal() throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return folder.url.appendingPathComponent(try #require(names.filter { $0.hasPrefix("journal-") }.max()))
  }

  @Test func `what a full disk has cut off is not accepted, and what others have read stays`() throws {
    var random = SeededGenerator(seed: 3)
    let (app, reader, widget) = (process(), process("reader"), process("widget"))
    try app.compact(.test(0))
    let (client, helper) = (try app.newClient(), try widget.newClient())
    var (accepted, seen) = ([UInt64: UInt64](), [ReplicaEntry.ID]())
    for _ in 0..<300 {
      faults.setSpace(Bool.random(using: &random) ? .random(in: 0..<400, using: &random) : nil)
      for (log, id) in [(app, client), (widget, helper)] {
        let next = (accepted[id] ?? 0) + 1
        do {
          try log.append((next..<next + 4).map { .test(id, $0) })
          accepted[id] = next + 3
        } catch is FileFailure {}
      }
      try? app.collect()
      seen += try reader.read(after: seen.isEmpty ? nil : UInt64(seen.count))?.entries.map(\.id) ?? []
    }
    faults.setSpace(nil)
    try app.collect()
    let all = try app.read(after: 0)?.entries.map(\.id) ?? []
    #expect(Array(all.prefix(seen.count)) == seen)
    for id in [client, helper] {
      let numbers = all.filter { $0.client == id }.map(\.number)
      #expect(numbers == Array(1..<UInt64(numbers.count) + 1))
      #expect(numbers.count >= Int(accepted[id] ?? 0))
      #expect(accepted[id] ?? 0 > 0)
    }
  }

  @Test func `a compaction or a start that a full disk prevents leaves the journal in use`() throws {
    let (app, reader) = (process(), process("reader"))
    let client = try app.newClient()
    try app.compact(.test(0))
    try app.append([.test(client, 1)])
    faults.setSpace(3)
    #expect(throws: FileFailure.self) { try app.compact(.test(1, numbers: [client: 1])) }
    faults.setSpace(nil)
    try app.append([.test(client, 2)])
    #expect(try reader.read(after: nil)?.entries.map(\.number) == [1, 2])
    try app.compact(.test(2, numbers: [client: 2]))
    #expect(try reader.read(after: nil)?.snapshot?.position == 2)
    faults.setSpace(3)
    let next = process()
    #expect(throws: FileFailure.self) { _ = try next.newClient() }
    #expect(try next.read(after: nil)?.snapshot?.position == 2, "a journal that cannot be written is still read")
    try app.append([])
  }

  @Test func `a locked device is not an empty log`() async throws {
    let app = process()
    let client = try app.newClient()
    try app.compact(.test(0))
    try app.append([.test(client, 1)])
    faults.setLocked(true)
    let widget = process("widget")
    #expect(throws: FileFailure.self) { try widget.read(after: nil) }
    #expect(throws: FileFailure.self) { try widget.newClient() }
    faults.setLocked(false)
    #expect(try widget.read(after: nil)?.entries.count == 1)
  }

  @Test func `a folder that cannot be written is still read`() async throws {
    guard geteuid() != 0 else { return }
    let app = process()
    try app.compact(.test(0))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
    #expect(try process("widget").read(after: nil)?.snapshot != nil)
  }

  @Test func `a torn tail is not read, and the next application continues before it`() throws {
    for cut in 1..<60 {
      let app = process()
      let client = try app.newClient()
      try app.compact(.test(0))
      try app.append([.test(client, 1), .test(client, 2)])
      let handle = try FileHandle(forWritingTo: journal())
      let size = try handle.seekToEnd()
      try handle.truncate(atOffset: size - UInt64(cut % 30 + 1))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data((0..<cut).map { UInt8($0) }))
      try handle.close()
      let next = process()
      let other = try next.newClient()
      try next.append([.test(other, 1)])
      #expect(
        try process("reader").read(after: nil)?.entries.suffix(2).map(\.id) == [
          .init(client: client, number: 1), .init(client: other, number: 1),
        ])
    }
  }

  @Test func `a process that ends during a claim leaves the journal to the next one`() throws {
    let app = process()
    let client = try app.newClient()
    try app.compact(.test(0))
    try app.append([.test(client, 1)])
    // The placeholder and the unfinished file of a process that was killed.
    let name = try journal().lastPathComponent
    let number = try #require(UInt64(name.dropFirst("journal-".count), radix: 16))
    try Data().write(to: folder.url.appendingPathComponent(JournalGenerations.name(number + 1)))
    try Data([1]).write(to: folder.url.appendingPathComponent("new-1"))
    #expect(try process("widget").read(after: nil) == nil, "a closed journal is not read")
    let next = process()
    _ = try next.newClient()
    #expect(try process("widget").read(after: nil)?.entries.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.hasPrefix("journal-") || $0.hasPrefix("new-") }.count == 1)
  }

  @Test func `a document is shown also after a process has ended during a claim`() async throws {
    let store = ListStore(.files(folder.url))
    store.dispatch(.add("app"))
    try await store.confirmed()
    let widget = ReplicaLog.files(folder.url, helper: "widget")
    let helper = ListStore(widget)
    helper.dispatch(.add("waiting"))
    try await helper.accepted()
    await store.wait { $0.position == 2 }
    let number = try #require(UInt64(journal().lastPathComponent.dropFirst("journal-".count), radix: 16))
    try Data().write(to: folder.url.appendingPathComponent(JournalGenerations.name(number + 1)))
    for log in [widget, .files(folder.url, helper: "widget"), .files(folder.url, helper: "share")] {
      let document = try await log.document(SharedList()) { (list, action: ListAction) in try list.reduce(action) }
      #expect(document.items.map(\.text) == ["app", "waiting"])
    }
  }

  @Test func `the count of ended processes is in a file of the role, and a damaged one counts nothing`() throws {
    let traps = folder.url.path + "/traps"
    let (widget, app) = (TrapCounter.file("helper-widget", in: traps), TrapCounter.file("app", in: traps))
    let mark = TrapCounter.Mark(position: 7, end: 9, version: 2, count: 1)
    widget.store(mark)
    #expect(widget.load() == mark)
    #expect(app.load() == nil)
    let file = folder.url.appendingPathComponent("traps/helper-widget")
    var data = try Data(contentsOf: file)
    data[3] ^= 1
    try data.write(to: file)
    #expect(widget.load() == nil)
    widget.store(nil)
    #expect(widget.load() == nil)
  }
}
