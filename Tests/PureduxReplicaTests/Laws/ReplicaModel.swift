import PureduxTesting

@testable import PureduxReplica

/// Replicas over a simulated network with loss, duplication, reordering and partitions, and a log that rejects actions
/// and forgets entries. Processes end and start again from what they have saved, and their clocks differ.
///
/// After random steps, each document is compared with a plain reduction of the log's whole history, followed by the
/// pending actions.
struct ReplicaModel {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Totals {
    var entries = 0
    var rejected = 0
    var rebases = 0
    var restarts = 0
    var snapshots = 0
    var lost = 0
    var marks = 0
  }

  private enum Message {
    case push([ReplicaEntry])
    case pull(after: UInt64?, from: Int, process: Int)
    case answer(ReplicaBatch, to: Int, process: Int)
  }

  private let flaw: ReplicaFlaw?
  private var random: SeededGenerator
  private var server: ModelServer
  private var clients: [ModelClient] = []
  private var flight: [(time: Int, message: Message)] = []
  private var accepted: [ReplicaEntry.ID: ListAction] = [:]
  private var time = 0
  private var nextClient: UInt64 = 1
  private var isCalm = false
  private(set) var totals = Totals()
  private let (loss, duplication, delay): (Int, Int, Int)

  init(seed: UInt64, _ flaw: ReplicaFlaw? = nil) throws {
    self.flaw = flaw
    random = SeededGenerator(seed: seed)
    server = try ModelServer(takesDuplicates: flaw == .logTakesDuplicates)
    loss = .random(in: 0..<40, using: &random)
    duplication = .random(in: 0..<30, using: &random)
    delay = .random(in: 1...20, using: &random)
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      let rules: ListRules = Bool.random(using: &random) ? .withParts : .withCopies
      clients.append(ModelClient(nextClient, rules, skew: .random(in: -5_000...5_000, using: &random)))
      nextClient += 1
    }
  }

  /// Runs a random schedule to its end, where everything arrives, and checks the laws.
  mutating func run() throws {
    for _ in 0..<Int.random(in: 30..<90, using: &random) { try step() }
    try settle()
    try checkEnd()
    totals.entries = server.entries.count
    totals.rejected = server.entries.count { $0.content == .rejected }
  }

  private mutating func step() throws {
    time += 1
    let index = Int.random(in: clients.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: reduce(index, .local(action(of: index)))
    case 40..<75: try exchange(index)
    case 75..<80: save(index)
    case 80..<84: clients[index].cutUntil = time + .random(in: 0..<30, using: &random)
    case 84..<88: restart(index)
    case 88..<91: try server.compact(.random(in: 0...server.entries.count, using: &random))
    case 91..<93: server.mark()
    default: break
    }
    try deliver()
    if chance(10) { try check(index) }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func action(of index: Int) -> ListAction {
    .random(at: time, by: index, in: clients[index].state.items, using: &random)
  }

  private mutating func reduce(_ index: Int, _ step: ReplicaStep<SharedList, ListAction>) {
    turn(index) { client in client.state.reduce(step, client.rules) }
  }

  private mutating func turn(_ index: Int, _ body: (inout ModelClient) -> Void) {
    StoreContext.with {
      $0.identities = IdentitySource(seed: random.next())
      $0.clock = StoreClock(FixedClock(.milliseconds(time + clients[index].skew)))
    } operation: {
      body(&clients[index])
    }
  }

  // What a replica has saved before it appends counts as accepted.
  private mutating func save(_ index: Int) {
    clients[index].save()
    for entry in clients[index].state.fold.pending { accepted[entry.id] = entry.action }
  }

  private mutating func exchange(_ index: Int) throws {
    let fold = clients[index].state.fold
    if !fold.pending.isEmpty {
      save(index)
      send(.push(try fold.pending.map { try ReplicaCoding.list.encoded($0) }), of: index)
    }
    let wanted = fold.isLost || !fold.hasStarted ? nil : fold.position
    send(.pull(after: wanted, from: index, process: clients[index].process), of: index)
  }

  private mutating func send(_ message: Message, of index: Int) {
    if isCalm { return flight.append((time + 1, message)) }
    if time < clients[index].cutUntil || chance(loss) {
      totals.lost += 1
      return
    }
    flight.append((time + .random(in: 1...delay, using: &random), message))
    if chance(duplication) { flight.append((time + .random(in: 1...delay * 3, using: &random), message)) }
  }

  private mutating func deliver() throws {
    flight.sort { $0.time < $1.time }
    while let first = flight.first, first.time <= time {
      flight.removeFirst()
      switch first.message {
      case .push(let entries):
        var rejected = Set<ReplicaEntry.ID>()
        for entry in entries where chance(4) { rejected.insert(entry.id) }
        server.append(entries, rejecting: rejected)
      case .pull(let position, let index, let process):
        let batch = server.read(after: position, limit: chance(30) ? .random(in: 1...3, using: &random) : nil)
        send(.answer(batch, to: index, process: process), of: index)
      case .answer(let batch, let index, let process) where clients[index].process == process:
        let before = clients[index].state.fold
        turn(index) { [flaw] client in client.state.receive(batch, client.rules, flaw) }
        try checkMarks(index)
        let after = clients[index].state.fold
        if batch.snapshot != nil { totals.snapshots += 1 }
        if !before.pending.isEmpty, after.position > before.position { totals.rebases += 1 }
        if let problem = after.problem { throw Failure(description: "client \(index) has a problem: \(problem)") }
      case .answer: break
      }
    }
  }

  private mutating func restart(_ index: Int) {
    totals.restarts += 1
    let saved = clients[index].restart(flaw == .clientIsUsedAgain ? clients[index].state.fold.client : nextClient)
    nextClient += 1
    reduce(
      index,
      .adopted(saved.map { DecodedEntry(id: $0.id, inputs: $0.inputs, content: .action($0.action)) }, isAll: false))
  }

  /// The network becomes whole, and everything arrives.
  private mutating func settle() throws {
    isCalm = true
    for _ in 0..<400 {
      for index in clients.indices { try exchange(index) }
      time += delay * 3
      try deliver()
      time += 1
      try deliver()
      let isDone = clients.allSatisfy {
        $0.state.isConfirmed && $0.state.position == server.entries.count && !$0.state.fold.isLost
      }
      if isDone, flight.isEmpty { return }
    }
    let ends = clients.map { ($0.state.pending.count, $0.state.position, $0.state.fold.isLost) }
    throw Failure(description: "not settled: \(ends) of \(server.entries.count)")
  }
}

extension ReplicaModel {
  /// What is shown is the reduction of the confirmed entries, followed by the pending actions.
  private func check(_ index: Int) throws {
    let fold = clients[index].state.fold
    if fold.isLost { return }
    var expected = try server.reduced(fold.position)
    if let confirmed = fold.confirmed, confirmed != expected {
      throw Failure(description: "client \(index): the confirmed document differs")
    }
    for pending in fold.pending { ModelServer.reduce(&expected, pending.action, pending.inputs) }
    guard fold.document == expected else {
      throw Failure(description: "client \(index) shows \(fold.document) instead of \(expected)")
    }
  }

  private mutating func checkMarks(_ index: Int) throws {
    for mark in clients[index].state.fold.marks {
      totals.marks += 1
      guard try mark.document == server.reduced(mark.position), mark.numbers == server.numbers(mark.position) else {
        throw Failure(description: "client \(index): the document at the mark differs")
      }
    }
    reduce(index, .marksTaken(position: .max))
  }

  private func checkEnd() throws {
    let expected = try ReplicaJSON.data(server.reduced(UInt64(server.entries.count)))
    for (index, client) in clients.enumerated() {
      guard try ReplicaJSON.data(client.state.document) == expected else {
        throw Failure(description: "client \(index): the bytes differ at the end")
      }
      guard client.state.fold.copy == nil else { throw Failure(description: "client \(index): a copy is left") }
    }
    var last: [UInt64: UInt64] = [:]
    var seen: Set<ReplicaEntry.ID> = []
    for entry in server.entries where entry.content != .mark {
      guard entry.number == (last[entry.client] ?? 0) + 1 else { throw Failure(description: "not in a client's order") }
      last[entry.client] = entry.number
      seen.insert(entry.id)
      guard let action = accepted[entry.id] else { throw Failure(description: "an entry that nobody has saved") }
      guard try entry.action.map({ try decodeShared($0) == action }) ?? true else {
        throw Failure(description: "another action under the same number")
      }
    }
    if let lost = accepted.keys.first(where: { !seen.contains($0) }) { throw Failure(description: "lost: \(lost)") }
  }
}
