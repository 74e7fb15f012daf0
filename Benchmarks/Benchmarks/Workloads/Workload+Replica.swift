import PureduxReplica

// RE: entries of a log in a replica of 1,000 or 100,000 rows, whose parts are declared. RE-start: a process starts with
// 20,000 actions that its server has not ordered.
extension Workload {
  static let replica: [Workload] =
    [1_000, 100_000].flatMap { count in
      let size = "\(count / 1_000)k"
      return [
        Workload("RE-foreign-\(size)", "an entry of another, in a replica of \(count) rows", actions: 200_000) {
          meter in
          var replica = Replica(count)
          meter.measure { actions in for number in 0..<actions { replica.receive(number) } }
        },
        Workload("RE-own-\(size)", "an own action, and its entry", actions: 100_000) { meter in
          var replica = Replica(count)
          meter.measure { actions in
            for number in 0..<actions {
              replica.enter(number)
              replica.confirm()
            }
          }
        },
        rebase(1, count), rebase(10, count), rebase(100, count),
      ]
    } + [
      Workload("RE-start", "a process starts with 20,000 actions that wait for the server, each", actions: 20_000) {
        meter in
        let folder = BenchmarkFolder()
        let url = folder.file("log")
        let log: @Sendable () -> ReplicaLog = { .files(url).chained(to: .unreachable) }
        fill(log, meter.actions)
        var store: Waiting?
        meter.measure { actions in
          store = .replica(in: log())
          precondition(wait(for: { [store] in await store?.waits(for: actions) }) != nil)
        }
        withExtendedLifetime((store, folder)) {}
      }
    ]

  private static func rebase(_ pending: Int, _ count: Int) -> Workload {
    Workload(
      "RE-rebase-\(pending)-\(count / 1_000)k", "an entry of another, with \(pending) own actions pending",
      actions: 20_000 / pending
    ) { meter in
      var replica = Replica(count)
      for number in 0..<pending { replica.enter(number) }
      meter.measure { actions in for number in 0..<actions { replica.receive(number) } }
      precondition(replica.state.pending.count == pending)
    }
  }

  /// Dispatches actions in an earlier run of the process.
  private static func fill(_ log: () -> ReplicaLog, _ count: Int) {
    let store = Waiting.replica(in: log())
    for number in 0..<count { store.dispatch(.tick(number % 1_000)) }
    precondition(wait(for: { try? await store.accepted() }) != nil)
  }
}

private typealias Waiting = StateStore<ReplicaState<Rows, RowAction>, RowAction>

extension Waiting {
  fileprivate static func replica(in log: ReplicaLog) -> Waiting {
    Waiting(replica: Rows(1_000), in: log, parts: Rows.parts) { $0.reduce($1) }
  }

  /// Waits until a number of actions is pending.
  fileprivate func waits(for count: Int) async -> Bool {
    let states = AsyncStream<Bool> { continuation in
      let subscription = subscribe(until: .storeReleased) { continuation.yield($0.pending.count == count) }
      continuation.onTermination = { _ in subscription.cancel() }
    }
    for await isReached in states where isReached { return true }
    return false
  }
}

extension ReplicaLog {
  private struct Unreachable: Error {}

  /// A log that no call reaches.
  fileprivate static let unreachable = ReplicaLog(
    newClient: { throw Unreachable() }, append: { _ in throw Unreachable() }, read: { _ in throw Unreachable() },
    changes: { AsyncStream { _ in } }, compact: { _ in throw Unreachable() })
}

private struct Rows: Codable, Sendable {
  struct Row: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    var count = 0
  }

  var rows: OrderedState<Row>

  init(_ count: Int) { rows = OrderedState((0..<count).map { Row(id: $0) }) }

  mutating func reduce(_ action: RowAction) {
    switch action {
    case .tick(let id): rows[id: id]?.count += 1
    }
  }

  static let parts: [ReplicaPart<Rows>] = [.elements(\.rows)]
}

private enum RowAction: Codable, Equatable, Sendable { case tick(Int) }

private struct Replica {
  var state: ReplicaState<Rows, RowAction>
  private let rules = ReplicaRules<Rows, RowAction>(parts: Rows.parts, mayReject: true) { $0.reduce($1) }
  private let count: Int
  private var entered: UInt64 = 0

  init(_ count: Int) {
    (state, self.count) = (ReplicaState(Rows(count)), count)
    state.reduce(.renamed(client: 1), rules)
  }

  private func action(_ number: Int) -> RowAction { .tick(number &* 7_919 % count) }

  mutating func enter(_ number: Int) {
    entered += 1
    state.reduce(.local(action(number)), rules)
  }

  /// Receives an entry of another replica.
  mutating func receive(_ number: Int) { receive(client: 2, UInt64(number) + 1, action(number)) }

  /// Receives the entry of the last own action.
  mutating func confirm() { receive(client: 1, entered, action(Int(entered))) }

  private mutating func receive(client: UInt64, _ number: UInt64, _ action: RowAction) {
    let entry = DecodedEntry(
      id: ReplicaEntry.ID(client: client, number: number), inputs: ReplicaInputs(seed: number, time: 1),
      content: .action(action))
    state.reduce(.received(DecodedBatch(position: state.position, [entry])), rules)
  }
}
