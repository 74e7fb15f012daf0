import PureduxReplica

/// A shared document that checks the order of its entries itself: the actions of each run have the numbers 1, 2, 3, …
struct Ledger: Codable, Equatable, Sendable {
  struct Run: Identifiable, Codable, Equatable, Sendable {
    let id: UInt64
    var last: UInt64
  }

  enum Action: Codable, Sendable {
    case mark(run: UInt64, number: UInt64)
    /// A time at which another process measures.
    case ping(nanoseconds: UInt64)
  }

  var runs: OrderedState<Run> = []
  var total: UInt64 = 0
  /// Depends on the order of all actions.
  var order: UInt64 = 0
  /// The number of actions that were missing, or that came twice or in another order.
  var errors = 0
  var lastPing: UInt64 = 0

  static let parts: [ReplicaPart<Ledger>] = [
    .elements(\.runs), .value(\.total), .value(\.order), .value(\.errors), .value(\.lastPing),
  ]

  mutating func reduce(_ action: Action) {
    switch action {
    case .mark(let run, let number):
      if let index = runs.index(id: run) {
        if runs[index].last != number - 1 { errors += 1 }
        runs[index].last = number
      } else {
        if number != 1 { errors += 1 }
        runs.append(Run(id: run, last: number))
      }
      total += 1
      order = (order ^ number ^ run) &* 0x100_0000_01B3 &+ 1
    case .ping(let nanoseconds): lastPing = nanoseconds
    }
  }
}

typealias LedgerStore = StateStore<ReplicaState<Ledger, Ledger.Action>, Ledger.Action>
