extension ReplicaLog {
  /// Chains the log of a machine to that of a server, so that the machine's processes work without a network.
  ///
  /// This log accepts entries at once, and stores them until the server has ordered them. They survive the end of the
  /// process, and the server receives each of them once. The entries of all processes of the machine are shown while
  /// they wait.
  ///
  /// ```swift
  /// let app = ReplicaLog.files(folder).chained(to: server)
  /// let widget = ReplicaLog.files(folder, helper: "widget").chained(to: nil)
  /// ```
  ///
  /// Each store needs a chained log of its own.
  ///
  /// - Parameter server: The log that orders the entries of all machines; nil in a helper, whose entries the
  ///   application sends.
  public func chained(to server: ReplicaLog?) -> ReplicaLog {
    let chain = LogChain(self, read, server)
    let shown = LogChain(self, readToShow ?? read, nil)
    let log = ReplicaLog(
      newClient: newClient, append: { try await chain.append($0) }, read: { try await chain.read(after: $0) },
      changes: changes, compact: { try await chain.compact($0) })
    return log.bridged(chain, like: self) { try await shown.read(after: $0) }
  }
}

/// Reads and writes a machine's log for one process, and exchanges entries with the server.
final class LogChain: Sendable {
  private struct Contents {
    var state = ChainState()
    /// The revision of the waiting entries that the reader has received.
    var known: UInt64?
    /// Whether the machine's log has asked for a snapshot.
    var machineWantsSnapshot = false
    /// Whether the server's log has asked for a snapshot.
    var serverWantsSnapshot = false
    /// The snapshot that the server's log has asked for.
    var outgoing: ReplicaSnapshot?
    /// The last number of each client that the server has accepted from this process.
    var pushed: [UInt64: UInt64] = [:]
    /// The last entry of the client under which the chain writes to the machine's log.
    var last: ReplicaEntry.ID?
    var wake: AsyncStream<Void>.Continuation?
  }

  private let machine: ReplicaLog
  private let readMachine: @Sendable (UInt64?) async throws -> ReplicaBatch?
  private let server: ReplicaLog?
  private let contents = Guarded(Contents())
  private static let mostEntries = 256

  init(
    _ machine: ReplicaLog, _ readMachine: @escaping @Sendable (UInt64?) async throws -> ReplicaBatch?,
    _ server: ReplicaLog?
  ) {
    (self.machine, self.readMachine, self.server) = (machine, readMachine, server)
  }

  func append(_ entries: [ReplicaEntry]) async throws {
    try await machine.append(entries)
    contents.withLock { $0.state.submit(entries) }
  }

  func read(after wanted: UInt64?) async throws -> ReplicaBatch? {
    try await readMachineToEnd()
    return contents.withLock { contents in
      var batch = contents.state.batch(after: wanted, known: wanted == nil ? nil : contents.known)
      if batch.allWaiting { contents.known = contents.state.revision }
      batch.wantsSnapshot = contents.machineWantsSnapshot || contents.serverWantsSnapshot
      return batch.isEmpty && !batch.allWaiting && !batch.wantsSnapshot ? nil : batch
    }
  }

  /// Replaces the copy of the server's entries by a snapshot, and those of the server if it has asked.
  func compact(_ snapshot: ReplicaSnapshot) async throws {
    let state = contents.withLock { contents -> ChainState? in
      if contents.serverWantsSnapshot {
        (contents.outgoing, contents.serverWantsSnapshot) = (snapshot, false)
        contents.wake?.yield()
      }
      guard contents.machineWantsSnapshot, contents.state.snapshot != nil else { return nil }
      contents.machineWantsSnapshot = false
      contents.state.compact(snapshot)
      return contents.state
    }
    if let state { try await machine.compact(state.machineSnapshot) }
  }

  private func readMachineToEnd() async throws {
    while true {
      let position = contents.withLock { $0.state.position }
      guard let batch = try await readMachine(position) else { return }
      let snapshot = try contents.withLock { contents -> ReplicaSnapshot? in
        try contents.state.receive(batch)
        // Before the server has answered, there is no document that a replica could give.
        if batch.wantsSnapshot, contents.state.snapshot == nil { return contents.state.machineSnapshot }
        if batch.wantsSnapshot { contents.machineWantsSnapshot = true }
        return nil
      }
      if let snapshot { try await machine.compact(snapshot) }
      if contents.withLock({ $0.state.position }) == position { return }
    }
  }
}

extension LogChain {
  /// Exchanges entries with the server, until the task is cancelled or the machine's log is closed.
  ///
  /// - Parameter wakeReader: Called when the server asks for a snapshot.
  func run(_ context: StoreContext, _ wakeReader: @escaping @Sendable () -> Void) async {
    guard let server else { return }
    let loop = ExchangeLoop(context)
    contents.withLock { $0.wake = loop.wake }
    await loop.run([machine.changes(), server.changes()], spread: { self.contents.withLock { $0.last?.client ?? 0 } }) {
      do {
        try await self.readMachineToEnd()
        try await self.pull(server, wakeReader)
        if try await self.push(server) { try await self.pull(server, wakeReader) }
      } catch is ReplicaLogClosed { return false }
      return true
    }
  }

  /// Copies the server's entries into the machine's log.
  private func pull(_ server: ReplicaLog, _ wakeReader: () -> Void) async throws {
    while true {
      if let snapshot = contents.withLock({ $0.outgoing }) {
        try await server.compact(snapshot)
        contents.withLock { $0.outgoing = nil }
      }
      let wanted = contents.withLock { $0.state.snapshot == nil ? nil : $0.state.end }
      guard let batch = try await server.read(wanted) else { return }
      // A snapshot of the server says that another machine has given what this one was asked for.
      if batch.wantsSnapshot || batch.snapshot != nil {
        contents.withLock { $0.serverWantsSnapshot = batch.wantsSnapshot }
      }
      if batch.wantsSnapshot { wakeReader() }
      if batch.isEmpty { return }
      try await write(.received(batch))
      try await readMachineToEnd()
    }
  }

  /// Appends the waiting entries to the server's log. Returns whether there were any.
  private func push(_ server: ReplicaLog) async throws -> Bool {
    var isPushed = false
    while true {
      let rest = contents.withLock { contents in
        let rest = contents.state.tail.drop { $0.number <= contents.pushed[$0.client] ?? 0 }
        return Array(rest.prefix(Self.mostEntries).prefix { $0.client == rest.first?.client })
      }
      guard let last = rest.last else { return isPushed }
      do {
        try await server.append(rest)
        contents.withLock { $0.pushed[last.client] = last.number }
        isPushed = true
      } catch is ReplicaClientClosed {
        // What the server has of the client is confirmed by this pull. The new numbers are stored before they are used.
        try await pull(server) {}
        try await write(.moved(from: last.client, to: try await server.newClient()))
        try await readMachineToEnd()
      }
    }
  }

  /// Writes to the machine's log, with another client after an error, because the log may have accepted the entry.
  private func write(_ step: ChainStep) async throws {
    let before = contents.withLock { contents in
      defer { contents.last = nil }
      return contents.last
    }
    let client = if let before { before.client } else { try await machine.newClient() }
    let id = ReplicaEntry.ID(client: client, number: (before?.number ?? 0) + 1)
    try await machine.append([
      ReplicaEntry(
        id: id, version: ChainState.version, inputs: ReplicaInputs(seed: 0, time: 0), content: .action(step.data))
    ])
    contents.withLock { $0.last = id }
  }
}
