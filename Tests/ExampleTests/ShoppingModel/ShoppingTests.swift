import PureduxReplica
import PureduxTesting
import ShoppingModel
import Testing

@Suite struct ShoppingTests {
  private let context = TestContext()
  private let log = ReplicaLog.memory()

  private func store() -> ShoppingStore { context.run { ShoppingList.makeStore(log) } }

  private func type(_ line: String, in store: ShoppingStore) {
    if let action = ShoppingScreen.action(line, store.state) { store.dispatch(action) }
    context.runUntilIdle()
  }

  @Test func `a row looks unsaved until the log has it`() {
    let offline = context.run {
      ShoppingList.makeStore(
        ReplicaLog {
          throw CancellationError()
        } append: { _ in
        } read: { _ in
          throw CancellationError()
        } changes: {
          AsyncStream { $0.finish() }
        } compact: { _ in
        })
    }
    let online = store()
    for store in [offline, online] { type("Milk", in: store) }
    #expect(ShoppingScreen.lines(offline.state) == ["1. [ ] Milk  (not saved yet)"])
    #expect(ShoppingScreen.lines(online.state) == ["1. [ ] Milk"])
  }

  @Test func `the second to buy an item that is gone is told why`() {
    let (one, two) = (store(), store())
    type("Milk", in: one)
    type("1", in: one)
    #expect(ShoppingScreen.lines(two.state) == ["1. [x] Milk"])
    // Both act before they hear of each other.
    let buy = ShoppingScreen.action("1", two.state)
    one.dispatch(.clear)
    if let buy { two.dispatch(buy) }
    context.advance(by: .seconds(10))
    #expect(one.state.document == two.state.document)
    #expect(ShoppingScreen.lines(two.state) == ["The list is empty.", "Not possible: Milk is gone already"])
  }

  @Test func `lines that mean nothing change nothing`() {
    let store = store()
    for line in ["", "  ", "3", "0", "-1"] { #expect(ShoppingScreen.action(line, store.state) == nil) }
  }

  /// Requests to a server fail, arrive twice or late, and the program is killed: what the list shows is saved once.
  @Test func `whatever a network does, the log has each item once, and the list shows what the log has`() {
    Exploration(server: ServerLog()) { outside in
      ShoppingList.makeStore(outside.log)
    } actions: { state in
      [.add("Milk"), .clear] + state.items.prefix(1).map { .buy($0.id, name: $0.name) }
    }
    .eventually("everything is saved", { $0.state.pending.count }, equals: { _ in 0 })
    .eventually("the list shows all entries", { UInt64($0.server.end) }, equals: { $0.state.position })
    .run(runs: 60)
  }
}

/// A log as a value, as a server would store it.
private struct ServerLog: Sendable {
  private var snapshot: ReplicaSnapshot?
  private var entries: [ReplicaEntry] = []
  private var clients: UInt64 = 0

  var end: Int { entries.count }

  mutating func newClient() -> UInt64 {
    clients += 1
    return clients
  }

  mutating func append(_ new: [ReplicaEntry]) {
    for entry in new where entry.number == 1 + (entries.last { $0.client == entry.client }?.number ?? 0) {
      entries.append(entry)
    }
  }

  func read(after position: UInt64?) -> ReplicaBatch? {
    guard let position else {
      return ReplicaBatch(after: 0, snapshot == nil ? [] : entries, snapshot: snapshot, wantsSnapshot: snapshot == nil)
    }
    let rest = Array(entries.dropFirst(Int(position)))
    return rest.isEmpty ? nil : ReplicaBatch(after: position, rest)
  }

  mutating func compact(_ new: ReplicaSnapshot) { if snapshot == nil { snapshot = new } }
}

extension Outside<ServerLog> {
  fileprivate var log: ReplicaLog {
    ReplicaLog {
      try await self.call("client") { $0.newClient() }
    } append: { entries in
      try await self.call("append") { $0.append(entries) }
    } read: { position in
      try await self.call("read") { $0.read(after: position) }
    } changes: {
      AsyncStream { $0.finish() }
    } compact: { snapshot in
      try await self.call("compact") { $0.compact(snapshot) }
    }
  }
}
