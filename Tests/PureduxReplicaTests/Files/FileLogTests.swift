import Foundation
import PureduxFiles
import TestSupport
import Testing

@testable import PureduxReplica

/// Logs in a folder, each of which stands for a process.
@Suite struct FileLogTests {
  private let folder: TemporaryFolder
  private let faults = FaultyFiles()

  init() throws { folder = try TemporaryFolder() }

  private func process(_ helper: String? = nil, orphanAge: Duration = .seconds(86_400)) -> LogProcess {
    LogProcess(folder.url, helper, orphanAge: orphanAge, faults.files)
  }

  private func log(_ helper: String? = nil) -> ReplicaLog {
    .files(folder.url, helper: helper, orphanAge: .seconds(86_400), faults.files)
  }

  private func inboxes() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/inboxes").sorted()
  }

  private func journalSize() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("journal-") }
      .map { try Data(contentsOf: folder.url.appendingPathComponent($0)).count }.reduce(0, +)
  }

  @Test func `only a log that is used asynchronously watches its folders`() async throws {
    let (app, widget) = (process(), process("widget"))
    try app.compact(.test(0))
    try widget.append([.test(try widget.newClient(), 1)])
    #expect(faults.watchCount == 0)
    _ = try await log("widget").read(nil)
    #expect(faults.watchCount == 1)
  }

  @Test func `an application and its helpers show one document, whoever changes it`() async throws {
    let (app, widget, share) = (ListStore(log()), ListStore(log("widget")), ListStore(log("share")))
    app.dispatch(.add("app"))
    widget.dispatch(.add("widget"))
    share.dispatch(.add("share"))
    for store in [app, widget, share] {
      try await store.confirmed()
      await store.wait { $0.position == 3 }
    }
    #expect(app.state.document == widget.state.document)
    #expect(app.state.document == share.state.document)
    #expect(Set(app.texts) == ["app", "widget", "share"])
  }

  @Test func `what a helper has accepted is shown by its next run, and entered once when the application starts`()
    async throws
  {
    do {
      let widget = ListStore(log("widget"))
      widget.dispatch(.add("a"))
      widget.dispatch(.add("b"))
      try await widget.accepted()
    }
    let again = ListStore(log("widget"))
    await again.wait { $0.items.count == 2 }
    #expect(again.state.pending.count == 2)
    again.dispatch(.add("c"))
    try await again.accepted()
    let app = ListStore(log())
    await app.wait { $0.position == 3 }
    #expect(app.texts == ["a", "b", "c"])
    try await again.confirmed()
    #expect(again.state.document == app.state.document)
  }

  @Test func `a document is read once, with what this helper has accepted, and nothing is written`() async throws {
    let read = {
      try await self.log("widget").document(SharedList()) { (list, action: ListAction) in
        try list.reduce(action)
      }
    }
    #expect(try await read() == SharedList())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    let app = ListStore(log())
    app.dispatch(.add("app"))
    try await app.confirmed()
    #expect(try await read() == app.state.document)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let inbox = process("widget")
    let client = try inbox.newClient()
    try inbox.append([
      ReplicaEntry(
        id: .init(client: client, number: 1), version: 1, inputs: .init(seed: 1, time: 1),
        content: .action(try ReplicaJSON.data(ListAction.add("waiting"))))
    ])
    await app.wait { $0.position == 2 }
    #expect(try await read().items.map(\.text) == ["app", "waiting"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == names.sorted())
  }

  @Test func `a second application replaces the first, which is told, and nothing accepted is lost`() async throws {
    let first = ListStore(log())
    first.dispatch(.add("first"))
    try await first.confirmed()
    let second = ListStore(log())
    second.dispatch(.add("second"))
    try await second.confirmed()
    await first.wait { $0.problem == .logClosed }
    first.dispatch(.add("late"))
    await #expect(throws: ReplicaProblem.logClosed) { try await first.accepted() }
    #expect(second.texts == ["first", "second"])
    let third = ListStore(log())
    await third.wait { $0.position == 2 }
    #expect(third.state.document == second.state.document)
  }

  @Test func `an entry that a replaced application writes is neither accepted nor read`() async throws {
    let first = process()
    let client = try first.newClient()
    try first.compact(.test(0))
    try first.append([.test(client, 1)])
    // The second application copies the journal while the first one is writing.
    let (second, reader) = (process(), process("reader"))
    faults.interrupt("write") { _ = try? second.newClient() }
    #expect(throws: ReplicaLogClosed.self) { try first.append([.test(client, 2)]) }
    #expect(try reader.read(after: nil)?.entries.map(\.number) == [1])
    let other = try second.newClient()
    try second.append([.test(other, 1)])
    #expect(try reader.read(after: 1)?.entries.map(\.client) == [other])
    #expect(throws: ReplicaLogClosed.self) { try first.read(after: nil) }
  }

  @Test func `an entry that an application writes before it is replaced is in the new journal`() throws {
    let first = process()
    let client = try first.newClient()
    try first.compact(.test(0))
    let (second, reader) = (process(), process("reader"))
    // Between the copy of the journal and its closing, the first application accepts another entry.
    faults.interrupt("open create") {
      self.faults.interrupt("open create") { try? first.append([.test(client, 1)]) }
    }
    _ = try second.newClient()
    #expect(try reader.read(after: nil)?.entries.map(\.number) == [1])
  }

  @Test func `an application that compacts while it is replaced loses its place, not the other's entries`() throws {
    let (first, second, reader) = (process(), process(), process("reader"))
    let client = try first.newClient()
    try first.compact(.test(0))
    try first.append([.test(client, 1), .test(client, 2)])
    faults.interrupt("rename") {
      guard let other = try? second.newClient() else { return }
      try? second.append([.test(other, 1)])
    }
    #expect(throws: ReplicaLogClosed.self) { try first.compact(.test(2, numbers: [client: 2])) }
    let batch = try reader.read(after: nil)
    #expect(batch?.entries.map(\.number) == [1, 2, 1])
  }

  @Test func `a journal is at most twice its snapshot and 64 KB, and a reader that is behind gets the snapshot`()
    throws
  {
    let (app, reader) = (process(), process("reader"))
    let client = try app.newClient()
    try app.compact(.test(0))
    #expect(try reader.read(after: nil)?.snapshot?.position == 0)
    var (largest, position) = (0, UInt64(0))
    for number in 1...3_000 as ClosedRange<UInt64> {
      try app.append([.test(client, number, size: 100)])
      if try app.read(after: number - 1)?.wantsSnapshot == true {
        position = number
        try app.compact(.test(number, numbers: [client: number], size: 5_000))
      }
      largest = max(largest, try journalSize())
    }
    #expect(position > 0 && largest <= 2 * 5_000 + (64 << 10) + 300)
    let batch = try #require(try reader.read(after: 1))
    #expect(batch.snapshot?.position == position && batch.snapshot?.numbers == [client: position])
    #expect(UInt64(batch.entries.count) == 3_000 - position)
  }

  @Test func `an orphaned inbox is entered and removed, and its writer goes on under a new client`() async throws {
    let app = process(orphanAge: .seconds(60))
    try app.compact(.test(0))
    let widget = process("widget")
    let client = try widget.newClient()
    try widget.append([.test(client, 1)])
    faults.setAge(.seconds(61))
    try app.collect()
    #expect(try inboxes() == [])
    #expect(throws: ReplicaClientClosed.self) { try widget.append([.test(client, 2)]) }
    #expect(try widget.read(after: nil)?.entries.map(\.id) == [.init(client: client, number: 1)])
    faults.setAge(.zero)
    let next = try widget.newClient()
    try widget.append([.test(next, 1)])
    try app.collect()
    #expect(try widget.read(after: 1)?.entries.map(\.client) == [next])
  }

  @Test func `an entry that is written while its inbox is being closed is not accepted, and may come again`() throws {
    let app = process(orphanAge: .seconds(60))
    try app.compact(.test(0))
    let widget = process("widget")
    let client = try widget.newClient()
    try widget.append([.test(client, 1)])
    faults.setAge(.seconds(61))
    faults.interrupt("write") { try? app.collect() }
    #expect(throws: ReplicaClientClosed.self) { try widget.append([.test(client, 2)]) }
    #expect(try widget.read(after: nil)?.entries.map(\.number) == [1])
  }

  @Test func `an application that ends between entering and removing an inbox does nothing twice`() throws {
    let widget = process("widget")
    let client = try widget.newClient()
    try widget.append([.test(client, 1), .test(client, 2)])
    for _ in 0..<3 {
      let app = process()
      try app.compact(.test(0))
      #expect(try app.read(after: 0)?.entries.map(\.number) == [1, 2])
    }
  }

  @Test func `after a gap in the numbers of a client, its inbox is read again`() throws {
    let (app, widget) = (process(), process("widget"))
    try app.compact(.test(0))
    let client = try widget.newClient()
    try widget.append([.test(client, 2), .test(client, 3)])
    try app.collect()
    #expect(try app.read(after: 0)?.entries.isEmpty ?? true)
    // The missing entry arrives by another way.
    try app.append([.test(client, 1)])
    try app.collect()
    #expect(try app.read(after: 0)?.entries.map(\.number) == [1, 2, 3])
  }

  @Test func `the entries of an earlier run come first, whatever the names of the inboxes are`() throws {
    for time in [3, 1, 2] as [Int64] {
      let widget = process("widget")
      let client = try widget.newClient()
      try widget.append([
        ReplicaEntry(
          id: .init(client: client, number: 1), version: 1, inputs: .init(seed: 0, time: time),
          content: .action(Data("\(time)".utf8)))
      ])
    }
    let app = process()
    try app.compact(.test(0))
    #expect(try app.read(after: 0)?.entries.map(\.inputs.time) == [1, 2, 3])
  }

  @Test func `an inbox of confirmed entries does not grow without bound`() throws {
    let (app, widget) = (process(), process("widget"))
    try app.compact(.test(0))
    var (client, number, clients, position) = (try widget.newClient(), UInt64(0), 1, UInt64(0))
    for _ in 0..<2_000 {
      do {
        try widget.append([.test(client, number + 1, size: 100)])
      } catch is ReplicaClientClosed {
        (client, number, clients) = (try widget.newClient(), 0, clients + 1)
        try widget.append([.test(client, number + 1, size: 100)])
      }
      number += 1
      try app.collect()
      position += UInt64(try widget.read(after: position == 0 ? nil : position)?.entries.count ?? 0)
    }
    #expect(clients > 2)
    #expect(try inboxes().count == 1)
    #expect(position == 2_000)
  }

  @Test func `two stores of one helper have an inbox each`() async throws {
    let (widget, app) = (log("widget"), ListStore(log()))
    let stores = [ListStore(widget), ListStore(widget)]
    for (index, store) in stores.enumerated() { store.dispatch(.add("\(index)")) }
    for store in stores { try await store.confirmed() }
    await app.wait { $0.position == 2 }
    #expect(Set(app.texts) == ["0", "1"])
  }

  @Test func `the name of a helper may have any characters, and no helper has the entries of another`() throws {
    let names = ["a", "a-1", "a/../b", "ü", ""]
    for name in names {
      let helper = process(name)
      try helper.append([.test(try helper.newClient(), 1)])
    }
    #expect(try inboxes().count == names.count)
    for name in names { #expect(try process(name).read(after: nil)?.waiting.count == 1) }
  }
}
