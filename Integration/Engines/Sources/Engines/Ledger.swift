import Foundation
import PureduxReplica
import Synchronization

/// The shared document: it checks itself that each client's actions arrive once and in order.
struct Ledger: Codable, Equatable, Sendable {
  var stock = 0
  var last: [Int] = []
  /// The number of actions that were missing, doubled or out of order.
  var mistakes = 0

  mutating func reduce(_ action: LedgerAction) throws {
    let (client, number) = (action.client, action.number)
    while last.count <= client { last.append(0) }
    if number != last[client] + 1 { mistakes += 1 }
    last[client] = number
    stock += action.change
  }
}

struct LedgerAction: Codable, Equatable, Sendable {
  let client: Int
  let number: Int
  let change: Int
}

typealias LedgerStore = StateStore<ReplicaState<Ledger, LedgerAction>, LedgerAction>

extension StateStore where State == ReplicaState<Ledger, LedgerAction>, Action == LedgerAction {
  /// A replica of the ledger.
  static func replica(in log: ReplicaLog) -> LedgerStore {
    LedgerStore(replica: Ledger(), in: log, sharing: { $0 }, reducer: { try $0.reduce($1) })
  }
}

/// A run of several clients over one log.
struct LedgerRun {
  let logs: [ReplicaLog]
  let actionCount: Int
  /// The largest number of actions of a client that are not confirmed.
  let window: Int

  struct Result: CustomStringConvertible {
    let entries: Int
    let seconds: Double
    let isWhole: Bool
    let rate: Int

    var description: String { "\(entries) entries in \(String(format: "%.1f", seconds)) s, \(rate) a second" }
  }

  /// Dispatches the actions of all clients, and compares their documents when all of them are confirmed.
  ///
  /// - Parameter disturb: Called again and again with the number of confirmed entries, until the actions are confirmed.
  func run(disturb: @escaping @Sendable (UInt64) async throws -> Void) async throws -> Result {
    let stores = logs.map { LedgerStore.replica(in: $0) }
    let start = ContinuousClock.now
    let chaos = Task {
      while !Task.isCancelled { try await disturb(stores.map(\.state.position).max() ?? 0) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (client, store) in stores.enumerated() {
        group.addTask {
          for number in 1...actionCount {
            await store.send(LedgerAction(client: client, number: number, change: client + 1))
            if number % window == 0 { try await store.confirmed() }
          }
          try await store.confirmed()
        }
      }
      try await group.waitForAll()
    }
    chaos.cancel()
    _ = await chaos.result
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let count = stores.count * actionCount
    // Each client has confirmed its own actions, and now reads those of the others.
    for store in stores { await store.waits { $0.document.last == [Int](repeating: actionCount, count: stores.count) } }
    let documents = stores.map(\.state.document)
    let isWhole = documents.allSatisfy { $0 == documents[0] && $0.mistakes == 0 }
    return Result(entries: count, seconds: seconds, isWhole: isWhole, rate: Int(Double(count) / seconds))
  }
}

extension StateStore {
  /// Waits for a state.
  func waits(until condition: @escaping @Sendable (State) -> Bool) async {
    let states = AsyncStream<Void> { continuation in
      let subscription = subscribe(until: .storeReleased) { if condition($0) { continuation.finish() } }
      continuation.onTermination = { _ in subscription.cancel() }
    }
    for await _ in states {}
  }
}
