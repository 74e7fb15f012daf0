@testable import PureduxReplica

/// The log of a machine in the model: what its processes have on the disk.
struct ModelMachine {
  private var snapshot = ChainState().machineSnapshot
  private var entries: [ReplicaEntry] = []
  private var numbers: [UInt64: UInt64] = [:]

  var isLong: Bool { entries.count > 20 }
  var end: UInt64 { snapshot.position + UInt64(entries.count) }

  mutating func append(_ new: [ReplicaEntry]) {
    for entry in new where entry.number == (numbers[entry.client] ?? 0) + 1 {
      entries.append(entry)
      numbers[entry.client] = entry.number
    }
  }

  func read(after position: UInt64?, limit: Int?) -> ReplicaBatch {
    let isSnapshot = position.map { $0 < snapshot.position } ?? true
    let start = isSnapshot ? snapshot.position : position ?? 0
    let rest = entries.dropFirst(Int(start - snapshot.position))
    return ReplicaBatch(
      after: start, Array(limit.map { rest.prefix($0) } ?? rest), snapshot: isSnapshot ? snapshot : nil)
  }

  mutating func compact(_ new: ReplicaSnapshot) {
    guard new.position > snapshot.position else { return }
    entries.removeFirst(Int(new.position - snapshot.position))
    snapshot = new
  }
}

/// A process of a machine in the model.
struct ModelProcess {
  let machine: Int
  /// Whether the process exchanges entries with the server.
  let isApp: Bool
  let rules: ListRules
  let skew: Int
  var state: ReplicaState<SharedList, ListAction>
  var chain = ChainState()
  /// The revision of the chain that the replica has.
  var known: UInt64?
  /// The number of the process's run.
  var run = 0
  /// The client under which the process writes the server's entries to the machine's log.
  var writer: ReplicaEntry.ID

  init(machine: Int, isApp: Bool, _ rules: ListRules, skew: Int, client: UInt64) {
    (self.machine, self.isApp, self.rules, self.skew) = (machine, isApp, rules, skew)
    state = ReplicaState(SharedList())
    state.fold.client = client
    writer = ReplicaEntry.ID(client: client + 1, number: 0)
  }

  /// The process ends, and starts again with nothing but what is in the machine's log.
  mutating func restart(client: UInt64) {
    let next = run + 1
    self = ModelProcess(machine: machine, isApp: isApp, rules, skew: skew, client: client)
    run = next
  }
}
