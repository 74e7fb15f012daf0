import PureduxReplica
import PureduxTesting
import Testing

/// A log as a value, as a server would store it.
private struct ServerLog: Sendable {
  private var snapshot: ReplicaSnapshot?
  private(set) var entries: [ReplicaEntry] = []
  private var clients: UInt64 = 0

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

/// Two replicas of a list.
private struct Pair {
  typealias Replica = StateStore<ReplicaState<SharedList, ListAction>, ListAction>

  enum Action: Equatable, Sendable {
    case first(ListAction), second(ListAction)
  }

  let first: Replica
  let second: Replica

  init(_ outside: Outside<ServerLog>) {
    func replica() -> Replica {
      Replica(replica: SharedList(), in: Self.log(outside), parts: SharedList.parts) { action in
        action
      } reducer: { list, action in
        try list.reduce(action)
      }
    }
    (first, second) = (replica(), replica())
  }

  private static func log(_ outside: Outside<ServerLog>) -> ReplicaLog {
    ReplicaLog {
      try await outside.call("client") { $0.newClient() }
    } append: { entries in
      try await outside.call("append") { $0.append(entries) }
    } read: { position in
      try await outside.call("read") { $0.read(after: position) }
    } changes: {
      AsyncStream { try? await StoreContext.current.clock.sleep(.seconds(10)) }
    } compact: { snapshot in
      try await outside.call("compact") { $0.compact(snapshot) }
    }
  }

  static func actions(_ list: SharedList) -> [ListAction] {
    list.items.prefix(3).reduce(into: [.add("a"), .addSome("b"), .sort, .replace("c"), .title("d")]) { actions, item in
      actions += [.count(item.id), .edit(item.id, "e"), .remove(item.id), .move(item.id, 1)]
    }
  }
}

@Suite struct `The exploration of replicas` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: ServerLog()) { outside in
      Pair(outside)
    } root: { pair in
      pair.first
    } actions: { first, pair in
      let actions = Pair.actions(first.document).map { Pair.Action.first($0) }
      return actions + Pair.actions(pair.second.state.document).map { Pair.Action.second($0) }
    } send: { pair, action in
      switch action {
      case .first(let action): pair.first.dispatch(action)
      case .second(let action): pair.second.dispatch(action)
      }
    }
    .always("no replica has stopped") { $0.state.problem == nil && $0.app.second.state.problem == nil }
    .eventually("everything is saved") { $0.state.pending.isEmpty && $0.app.second.state.pending.isEmpty }
    .eventually("each client's entries are saved once, in order") { moment in
      Dictionary(grouping: moment.server.entries, by: \.client).values.allSatisfy { entries in
        entries.map(\.number) == Array(1...UInt64(entries.count))
      }
    }
    .eventually("both replicas show the same", { $0.app.second.state.document }, equals: { $0.state.document })
    .run(runs: 8, seed: seed)
  }
}
