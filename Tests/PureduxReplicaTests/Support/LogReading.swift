import Foundation

@testable import PureduxReplica

extension ReplicaEntry {
  /// An entry of a client, whose action is its number.
  static func test(_ client: UInt64, _ number: UInt64, size: Int = 0) -> ReplicaEntry {
    ReplicaEntry(
      id: .init(client: client, number: number), version: 1, inputs: .init(seed: 1, time: Int64(number)),
      content: .action(Data("\(number)".utf8) + Data(count: size)))
  }
}

extension ReplicaSnapshot {
  static func test(_ position: UInt64, numbers: [UInt64: UInt64] = [:], size: Int = 10) -> ReplicaSnapshot {
    ReplicaSnapshot(position: position, version: 1, numbers: numbers, document: Data(count: size))
  }
}

extension ReplicaLog {
  /// The identities of all entries after the snapshot.
  func ids() async throws -> [ReplicaEntry.ID] {
    guard var batch = try await read(nil) else { return [] }
    var ids = batch.entries.map(\.id)
    while let next = try await read(batch.position + UInt64(batch.entries.count)), !next.entries.isEmpty {
      batch = next
      ids += next.entries.map(\.id)
    }
    return ids
  }
}

extension StateStore {
  /// Waits until the state fulfills a condition.
  func wait(until condition: @escaping @Sendable (State) -> Bool) async {
    let states = AsyncStream<Bool> { continuation in
      let subscription = subscribe(until: .storeReleased) { continuation.yield(condition($0)) }
      continuation.onTermination = { _ in subscription.cancel() }
    }
    for await isFulfilled in states where isFulfilled { return }
  }
}
