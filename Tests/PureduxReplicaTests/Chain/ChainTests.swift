import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

/// Machines whose logs are chained to the log of a server.
@Suite struct ChainTests {
  private let context = TestContext()
  private let server = ReplicaLog.memory()
  private let machine = ReplicaLog.memory()

  private func store(_ log: ReplicaLog) -> ListStore { context.run { ListStore(log) } }

  private func pass() { context.advance(by: .seconds(30)) }

  @Test func `pending actions survive the end of the process, and are entered once`() async throws {
    let network = BadNetwork(server, seed: 1, loss: 0)
    var store: ListStore? = self.store(machine.chained(to: network.connected))
    pass()
    network.cut(true)
    for text in ["a", "b", "c"] { store?.dispatch(.add(text)) }
    pass()
    #expect(store?.state.fold.pending.map(\.isAccepted) == [true, true, true])
    store = nil
    pass()
    let next = self.store(machine.chained(to: network.connected))
    pass()
    #expect(next.texts == ["a", "b", "c"])
    #expect(next.state.pending.count == 3)
    next.dispatch(.add("d"))
    network.cut(false)
    pass()
    #expect(next.texts == ["a", "b", "c", "d"])
    #expect(next.state.isConfirmed)
    #expect(try await server.ids().count == 4)
  }

  @Test func `a snapshot that states a greater number of entries than it has is read to its end`() throws {
    let snapshot = ReplicaSnapshot(
      position: 3, version: ChainState.version, numbers: [:], document: Data(ByteWriter(UInt64.max).bytes))
    var state = ChainState()
    try state.receive(ReplicaBatch(after: 3, [], snapshot: snapshot))
    #expect(state.position == 3)
    #expect(state.end == 0)
  }

  @Test func `a process without a network begins with the initial document, and the server's document follows`() {
    let network = BadNetwork(server, seed: 1, loss: 0)
    network.cut(true)
    let offline = store(machine.chained(to: network.connected))
    let online = store(server)
    online.dispatch(.add("online"))
    offline.dispatch(.add("offline"))
    pass()
    #expect(offline.texts == ["offline"])
    network.cut(false)
    pass()
    #expect(offline.texts == ["online", "offline"])
    #expect(offline.state.document == online.state.document)
  }

  @Test func `all processes of a machine show what waits for the server, in one order`() {
    let network = BadNetwork(server, seed: 1, loss: 0)
    let app = store(machine.chained(to: network.connected))
    let helper = store(machine.chained(to: nil))
    pass()
    network.cut(true)
    for text in ["a", "b"] {
      app.dispatch(.add(text))
      helper.dispatch(.add(text + "'"))
      pass()
    }
    #expect(Set(app.texts) == ["a", "a'", "b", "b'"])
    #expect(helper.state.document == app.state.document)
    #expect(helper.state.pending.count == 4)
    network.cut(false)
    pass()
    #expect(helper.state.isConfirmed && app.state.isConfirmed)
    #expect(helper.state.document == app.state.document)
  }

  @Test func `an action that the server rejects disappears from all processes of the machine`() {
    let server = ReplicaLog.memory { $0.action?.contains("no".utf8Data) != true }
    let app = store(machine.chained(to: server))
    let helper = store(machine.chained(to: nil))
    pass()
    helper.dispatch(.title("no"))
    helper.dispatch(.add("yes"))
    pass()
    #expect([app, helper].map(\.state.title) == ["", ""])
    #expect([app, helper].map(\.texts) == [["yes"], ["yes"]])
    #expect(helper.state.rejection?.action == .title("no"))
  }

  @Test func `the actions of a client that the server has closed are entered under another client, once`() async throws
  {
    let isClosed = Guarded(Set<UInt64>())
    let closing = ReplicaLog(
      newClient: server.newClient,
      append: { [server] entries in
        if isClosed.withLock({ $0.contains(entries[0].client) }) { throw ReplicaClientClosed() }
        try await server.append(entries)
      }, read: server.read, changes: server.changes, compact: server.compact)
    let network = BadNetwork(closing, seed: 1, loss: 0)
    let app = store(machine.chained(to: network.connected))
    let helper = store(machine.chained(to: nil))
    app.dispatch(.add("a"))
    pass()
    network.cut(true)
    for text in ["b", "c"] { app.dispatch(.add(text)) }
    pass()
    isClosed.withLock { _ = $0.insert(app.state.fold.client) }
    network.cut(false)
    pass()
    app.dispatch(.add("d"))
    pass()
    #expect([app, helper].map(\.texts) == [["a", "b", "c", "d"], ["a", "b", "c", "d"]])
    #expect(app.state.isConfirmed && helper.state.isConfirmed)
    #expect(try await server.ids().count == 4)
  }

  @Test func `a replica that is not chained stops at a chained log`() {
    let chained = store(machine.chained(to: server))
    chained.dispatch(.add("a"))
    pass()
    let other = store(machine)
    pass()
    #expect(other.state.problem == .laterVersion(ChainState.version))
  }

  @Test func `a document is read once from a chained log, with the actions that wait`() async throws {
    let network = BadNetwork(server, seed: 1, loss: 0)
    let app = store(machine.chained(to: network.connected))
    app.dispatch(.add("a"))
    pass()
    network.cut(true)
    app.dispatch(.add("b"))
    pass()
    let document = try await machine.chained(to: nil).document(SharedList()) { (list, action: ListAction) in
      try list.reduce(action)
    }
    #expect(document == app.state.document)
    #expect(document.items.map(\.text) == ["a", "b"])
  }
}
