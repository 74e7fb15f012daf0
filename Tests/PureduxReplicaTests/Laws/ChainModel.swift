import PureduxTesting

@testable import PureduxReplica

/// Machines with several processes each, whose logs are chained to a server's over a bad network: the model of replicas
/// with two levels.
///
/// Processes end at any moment, also between two writes, and start again with nothing but the log of their machine. The
/// server rejects actions, closes clients and compacts its log, and so do the machines.
struct ChainModel {
  private enum Message {
    case push([ReplicaEntry], from: Int, run: Int)
    case pull(after: UInt64?, from: Int, run: Int)
    case answer(ReplicaBatch, to: Int, run: Int)
    /// The server has closed a client. The batch is what it had then.
    case closed(UInt64, ReplicaBatch, to: Int, run: Int)
  }

  private let flaw: ReplicaFlaw?
  private var random: SeededGenerator
  private var server: ModelServer
  private var machines: [ModelMachine] = []
  private var processes: [ModelProcess] = []
  private var flight: [(time: Int, message: Message)] = []
  private var closed: Set<UInt64> = []
  /// The inputs of the entries that a machine's log has, in the order of each run of a process.
  private var accepted: [[ReplicaInputs]] = []
  private var runOfClient: [UInt64: Int] = [:]
  private var time = 0
  private var nextClient: UInt64 = 1
  private var isCalm = false
  private(set) var totals = ReplicaModel.Totals()
  private let (loss, duplication, delay): (Int, Int, Int)

  init(seed: UInt64, _ flaw: ReplicaFlaw? = nil) throws {
    self.flaw = flaw
    random = SeededGenerator(seed: seed)
    server = try ModelServer(takesDuplicates: flaw == .logTakesDuplicates)
    loss = .random(in: 0..<40, using: &random)
    duplication = .random(in: 0..<30, using: &random)
    delay = .random(in: 1...20, using: &random)
    for machine in 0..<Int.random(in: 1...3, using: &random) {
      machines.append(ModelMachine())
      for index in 0..<Int.random(in: 1...3, using: &random) {
        let rules: ListRules = Bool.random(using: &random) ? .withParts : .withCopies
        processes.append(
          ModelProcess(
            machine: machine, isApp: index == 0, rules, skew: .random(in: -5_000...5_000, using: &random),
            client: newClients()))
      }
    }
  }

  /// Returns the first of the numbers of a new run: of its replica, and of its writer.
  private mutating func newClients() -> UInt64 {
    defer { nextClient += 2 }
    runOfClient[nextClient] = accepted.count
    accepted.append([])
    return nextClient
  }

  /// Runs a random schedule to its end, where everything arrives, and checks the laws.
  mutating func run() throws {
    for _ in 0..<Int.random(in: 40..<120, using: &random) { try step() }
    try settle()
    try checkEnd()
    totals.entries = server.entries.count
    totals.rejected = server.entries.count { $0.content == .rejected }
  }

  private mutating func step() throws {
    time += 1
    let index = Int.random(in: processes.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: reduce(index, .local(action(of: index)))
    case 30..<50: try write(index)
    case 50..<68: try read(index)
    case 68..<84: try exchange(index)
    case 84..<88: restart(index)
    case 88..<91: try compact(index)
    case 91..<94: try server.compact(.random(in: 0...server.entries.count, using: &random))
    case 94: server.mark()
    case 95: if chance(20) { closed.formUnion(machines.indices.randomElement(using: &random).map(tailClients) ?? []) }
    default: break
    }
    try deliver()
    if chance(10) { try check(index) }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private func tailClients(_ machine: Int) -> [UInt64] {
    processes.first { $0.machine == machine && $0.isApp }?.chain.tail.first.map { [$0.client] } ?? []
  }

  private mutating func action(of index: Int) -> ListAction {
    .random(at: time, by: index, in: processes[index].state.items, using: &random)
  }

  private mutating func reduce(_ index: Int, _ step: ReplicaStep<SharedList, ListAction>) {
    turn(index) { process in process.state.reduce(step, process.rules) }
  }

  private mutating func turn(_ index: Int, _ body: (inout ModelProcess) -> Void) {
    StoreContext.with {
      $0.identities = IdentitySource(seed: random.next())
      $0.clock = StoreClock(FixedClock(.milliseconds(time + processes[index].skew)))
    } operation: {
      body(&processes[index])
    }
  }

  /// The replica appends its actions to the log of its machine. The process may end before it hears of that.
  private mutating func write(_ index: Int) throws {
    let rest = processes[index].state.fold.pending.filter { !$0.isAccepted }
    guard let last = rest.last else { return }
    let entries = try rest.map { try ReplicaCoding.list.encoded($0) }
    machines[processes[index].machine].append(entries)
    if let run = runOfClient[last.id.client] {
      let known = Set(accepted[run])
      accepted[run] += entries.map(\.inputs).filter { !known.contains($0) }
    }
    if !isCalm, chance(10) { return restart(index) }
    processes[index].chain.submit(entries)
    reduce(index, .accepted(last.id))
  }

  /// The process reads the log of its machine, and the replica reads from the process's chain.
  private mutating func read(_ index: Int) throws {
    let limit = !isCalm && chance(30) ? Int.random(in: 1...3, using: &random) : nil
    try processes[index].chain.receive(
      machines[processes[index].machine].read(after: processes[index].chain.position, limit: limit))
    let fold = processes[index].state.fold
    let wanted = fold.isLost || !fold.hasStarted ? nil : fold.position
    let batch = processes[index].chain.batch(after: wanted, known: wanted == nil ? nil : processes[index].known)
    if batch.allWaiting { processes[index].known = processes[index].chain.revision }
    if !batch.isEmpty {
      turn(index) { [flaw] process in process.state.receive(batch, process.rules, flaw) }
      if batch.snapshot != nil { totals.snapshots += 1 }
      if !fold.pending.isEmpty { totals.rebases += 1 }
    }
    if batch.allWaiting, processes[index].state.position == batch.end, flaw != .waitingEntriesAreNotShown {
      let known = Set(processes[index].state.fold.pending.map(\.inputs))
      reduce(index, .adopted(ReplicaCoding.list.decoded(waiting: batch.waiting, pending: known), isAll: true))
    }
    totals.marks += processes[index].state.fold.marks.count
    reduce(index, .marksTaken(position: .max))
    if let problem = processes[index].state.problem { throw failure("process \(index) has a problem: \(problem)") }
  }

  /// The application sends the entries that wait, and asks for what is new.
  private mutating func exchange(_ index: Int) throws {
    guard processes[index].isApp else { return }
    try processes[index].chain.receive(
      machines[processes[index].machine].read(after: processes[index].chain.position, limit: nil))
    let (chain, run) = (processes[index].chain, processes[index].run)
    if let first = chain.tail.first, chain.snapshot != nil {
      send(.push(Array(chain.tail.prefix { $0.client == first.client }), from: index, run: run))
    }
    send(.pull(after: chain.snapshot == nil ? nil : chain.end, from: index, run: run))
  }

  private mutating func send(_ message: Message) {
    if isCalm { return flight.append((time + 1, message)) }
    if chance(loss) {
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
      case .push(let entries, let index, let run):
        if let client = entries.first?.client, closed.contains(client) {
          send(.closed(client, server.read(after: processes[index].chain.end, limit: nil), to: index, run: run))
          continue
        }
        var rejected = Set<ReplicaEntry.ID>()
        for entry in entries where chance(4) { rejected.insert(entry.id) }
        server.append(entries, rejecting: rejected)
      case .pull(let position, let index, let run):
        let batch = server.read(after: position, limit: chance(30) ? .random(in: 1...3, using: &random) : nil)
        send(.answer(batch, to: index, run: run))
      case .answer(let batch, let index, let run) where processes[index].run == run:
        if !batch.isEmpty { try record(index, .received(batch)) }
      case .closed(let client, let batch, let index, let run) where processes[index].run == run:
        // An answer that overtook another one does not say what the server has of the client.
        guard batch.position <= processes[index].chain.end || batch.snapshot != nil else { continue }
        try record(index, .received(batch))
        guard processes[index].run == run else { continue }
        let new = nextClient
        nextClient += 2
        if flaw == .movesAreNotStored {
          send(.push(processes[index].chain.moved(client, to: new), from: index, run: run))
        } else {
          try record(index, .moved(from: client, to: new))
        }
      case .answer, .closed: break
      }
    }
  }

  /// The application writes to the log of its machine. The process may end directly afterward.
  private mutating func record(_ index: Int, _ step: ChainStep) throws {
    let writer = ReplicaEntry.ID(
      client: processes[index].writer.client, number: processes[index].writer.number + 1)
    processes[index].writer = writer
    machines[processes[index].machine].append([
      ReplicaEntry(
        id: writer, version: ChainState.version, inputs: ReplicaInputs(seed: 0, time: 0), content: .action(step.data))
    ])
    if !isCalm, chance(10) { return restart(index) }
    try processes[index].chain.receive(
      machines[processes[index].machine].read(after: processes[index].chain.position, limit: nil))
  }

  private mutating func restart(_ index: Int) {
    totals.restarts += 1
    processes[index].restart(
      client: flaw == .clientIsUsedAgain ? processes[index].state.fold.client : newClients())
  }

  /// The application compacts the log of its machine, at the position of its replica.
  private mutating func compact(_ index: Int) throws {
    let fold = processes[index].state.fold
    guard processes[index].isApp, fold.hasStarted, !fold.isLost else { return }
    var reverted = fold
    guard reverted.revertPending() else { return }
    processes[index].chain.compact(
      ReplicaSnapshot(
        position: fold.position, version: 1, numbers: fold.numbers,
        document: try ReplicaJSON.data(reverted.copy ?? reverted.document)))
    let snapshot =
      flaw == .machineSnapshotWithoutTail
      ? processes[index].chain.snapshotWithoutTail : processes[index].chain.machineSnapshot
    machines[processes[index].machine].compact(snapshot)
  }

  /// The network becomes whole, and everything arrives.
  private mutating func settle() throws {
    isCalm = true
    for _ in 0..<400 {
      for index in processes.indices {
        try write(index)
        try exchange(index)
      }
      time += delay * 3
      try deliver()
      time += 1
      try deliver()
      for index in processes.indices { try read(index) }
      let isDone = processes.allSatisfy {
        $0.state.isConfirmed && $0.state.position == server.entries.count && !$0.state.fold.isLost
      }
      if isDone, flight.isEmpty { return }
    }
    let ends = processes.map { ($0.state.pending.count, $0.state.position, $0.state.fold.isLost, $0.chain.tail.count) }
    throw failure("not settled: \(ends) of \(server.entries.count)")
  }

  private func failure(_ text: String) -> ReplicaModel.Failure { ReplicaModel.Failure(description: text) }
}

extension ChainModel {
  /// A replica shows the reduction of what the server has confirmed, followed by its pending actions. Two processes of a
  /// machine that have read all of its log, and have nothing else, show the same.
  private mutating func check(_ index: Int) throws {
    let fold = processes[index].state.fold
    if fold.isLost || !fold.hasStarted { return }
    var expected = try server.reduced(fold.position)
    for pending in fold.pending { ModelServer.reduce(&expected, pending.action, pending.inputs) }
    guard fold.document == expected else { throw failure("process \(index) shows \(fold.document), not \(expected)") }
    let machine = processes[index].machine
    for other in processes.indices where processes[other].machine == machine {
      try write(other)
    }
    let readers = processes.indices.filter { processes[$0].machine == machine }
    for _ in 0..<100 {
      for reader in readers { try read(reader) }
      if readers.allSatisfy({ isCurrent(processes[$0]) }) { break }
    }
    let documents = Set(try readers.map { try ReplicaJSON.data(processes[$0].state.document) })
    let areWhole = readers.allSatisfy { isCurrent(processes[$0]) }
    if areWhole, documents.count > 1 { throw failure("the processes of machine \(machine) show different documents") }
  }

  private func isCurrent(_ process: ModelProcess) -> Bool {
    let fold = process.state.fold
    return process.chain.position == machines[process.machine].end && fold.position == process.chain.end
      && fold.hasStarted && !fold.isLost && fold.pending.allSatisfy(\.isAccepted)
      && process.known == process.chain.revision
  }

  private func checkEnd() throws {
    let expected = try ReplicaJSON.data(server.reduced(UInt64(server.entries.count)))
    for (index, process) in processes.enumerated() {
      guard try ReplicaJSON.data(process.state.document) == expected else {
        throw failure("process \(index): the bytes differ at the end")
      }
    }
    var places: [ReplicaInputs: Int] = [:]
    for (place, entry) in server.entries.enumerated() where entry.content != .mark {
      guard places.updateValue(place, forKey: entry.inputs) == nil else { throw failure("an action was entered twice") }
    }
    for run in accepted {
      let found = run.compactMap { places[$0] }
      guard found.count == run.count else { throw failure("an accepted action is lost") }
      guard found == found.sorted() else { throw failure("not in the order of the process") }
    }
    guard places.count == accepted.map(\.count).reduce(0, +) else { throw failure("an entry that nobody has written") }
  }
}

extension ChainState {
  /// The entries of a client that wait, under another client.
  fileprivate func moved(_ client: UInt64, to new: UInt64) -> [ReplicaEntry] {
    tail.filter { $0.client == client }.enumerated().map { index, entry in
      entry.moved(to: ReplicaEntry.ID(client: new, number: UInt64(index) + 1))
    }
  }

  fileprivate var snapshotWithoutTail: ReplicaSnapshot {
    var state = self
    state.tail = []
    return state.machineSnapshot
  }
}
