internal import Foundation

/// The state of a machine's log that is chained to a server's: a copy of the server's log, and the entries of this
/// machine that the server has not ordered yet.
///
/// The machine's log is the only storage. Each process reads it in order, and computes the same state.
struct ChainState {
  /// The number of entries read from the machine's log; nil before its snapshot is read.
  private(set) var position: UInt64?
  /// The last number of each client in the machine's log.
  private(set) var numbers: [UInt64: UInt64] = [:]
  /// The server's last snapshot in the machine's log; nil until the server has answered once.
  private(set) var snapshot: ReplicaSnapshot?
  /// The server's entries after the snapshot.
  private(set) var entries: [ReplicaEntry] = []
  /// The last number of each client in the server's log.
  private var confirmed: [UInt64: UInt64] = [:]
  /// The entries that the server has not ordered yet, in the machine's order.
  var tail: [ReplicaEntry] = []
  /// Counts the changes of the tail that a replica does not cause itself: additions of others, and new numbers.
  private(set) var revision: UInt64 = 0
  /// The clients of this process.
  private var ownClients: Set<UInt64> = []
  /// The accepted entries of this process, and of its earlier runs, that the machine's log does not have yet.
  private var submitted: [ReplicaEntry] = []

  /// The version of the entries and snapshots of the chain itself. An unchained replica stops at them.
  static let version = UInt32.max
  private static let mostEntriesOfBatch = 500

  /// The position of the server's last entry.
  var end: UInt64 { (snapshot?.position ?? 0) + UInt64(entries.count) }
}

extension ChainState {
  /// Reads entries of the machine's log. Entries that were read before have no effect.
  mutating func receive(_ batch: ReplicaBatch) throws {
    if let new = batch.snapshot, new.position > position ?? 0 || position == nil { try restore(new) }
    if let position, batch.position <= position {
      for entry in batch.entries.dropFirst(Int(clamping: position - batch.position)) { try receive(entry) }
    }
    if !batch.waiting.isEmpty { submit(batch.waiting, isOwn: false) }
    submitted.removeAll { $0.number <= numbers[$0.client] ?? 0 }
  }

  /// Adds accepted entries of this process, or of its earlier runs, which the machine's log may order later.
  mutating func submit(_ new: [ReplicaEntry], isOwn: Bool = true) {
    if isOwn { ownClients.formUnion(new.map(\.client)) } else { revision += 1 }
    let known = Set(submitted.map(\.id))
    submitted += new.filter { $0.number > numbers[$0.client] ?? 0 && !known.contains($0.id) }
  }

  private mutating func receive(_ entry: ReplicaEntry) throws {
    position = (position ?? 0) + 1
    numbers[entry.client] = entry.number
    if entry.version == Self.version {
      guard let data = entry.action, let step = ChainStep(data) else { throw ReplicaProblem.laterVersion(Self.version) }
      apply(step)
    } else if entry.number > confirmed[entry.client] ?? 0 {
      tail.append(entry)
      if !ownClients.contains(entry.client) { revision += 1 }
    }
  }

  private mutating func apply(_ step: ChainStep) {
    switch step {
    case .received(let batch):
      if let new = batch.snapshot, snapshot == nil || new.position > end {
        (snapshot, entries, confirmed) = (new, [], new.numbers)
      }
      guard snapshot != nil, batch.position <= end else { return }
      let new = batch.entries.dropFirst(Int(clamping: end - batch.position))
      for entry in new { confirmed[entry.client] = entry.number }
      entries += new
      tail.removeAll { $0.number <= confirmed[$0.client] ?? 0 }
    case .moved(let old, let new):
      var number: UInt64 = 0
      for index in tail.indices where tail[index].client == old {
        number += 1
        tail[index] = tail[index].moved(to: ReplicaEntry.ID(client: new, number: number))
      }
      revision += 1
    }
  }

  /// Returns what follows a position of the server's log.
  ///
  /// - Parameters:
  ///   - wanted: The position; nil to read from the snapshot.
  ///   - known: The revision at which the reader has received the waiting entries; nil to return them in any case.
  func batch(after wanted: UInt64?, known: UInt64?) -> ReplicaBatch {
    let start = snapshot?.position ?? 0
    let isRestart = wanted.map { $0 < start } ?? true
    let from = isRestart ? start : min(wanted ?? start, end)
    let part = entries.dropFirst(Int(clamping: from - start)).prefix(Self.mostEntriesOfBatch)
    var batch = ReplicaBatch(after: from, Array(part), snapshot: isRestart ? snapshot : nil)
    if batch.end == end, known != revision { batch = batch.with(allWaiting: tail + submitted) }
    return batch
  }
}

extension ChainState {
  /// The server's log up to its snapshot's position is replaced by a later snapshot.
  mutating func compact(_ new: ReplicaSnapshot) {
    guard let snapshot, new.position > snapshot.position, new.position <= end else { return }
    entries.removeFirst(Int(clamping: new.position - snapshot.position))
    self.snapshot = new
  }

  /// The snapshot of the machine's log.
  var machineSnapshot: ReplicaSnapshot {
    let count = ByteWriter(UInt64(entries.count)).bytes
    return ReplicaSnapshot(
      position: position ?? 0, version: Self.version, numbers: numbers,
      document: Data(count + ByteWriter(snapshot, entries + tail).bytes))
  }

  private mutating func restore(_ machine: ReplicaSnapshot) throws {
    var reader = ByteReader(Array(machine.document)[...])
    guard machine.version == Self.version, let count: UInt64 = reader.read(), let contents = reader.readRecords() else {
      throw ReplicaProblem.laterVersion(machine.version)
    }
    (position, numbers, snapshot) = (machine.position, machine.numbers, contents.snapshot)
    let confirmedCount = Int(clamping: count)
    (entries, tail) = (
      Array(contents.entries.prefix(confirmedCount)), Array(contents.entries.dropFirst(confirmedCount))
    )
    confirmed = entries.reduce(into: snapshot?.numbers ?? [:]) { $0[$1.client] = $1.number }
    revision += 1
  }
}

/// An entry of a machine's log that the chain has written.
enum ChainStep {
  /// The server has ordered these entries.
  case received(ReplicaBatch)
  /// The server has closed a client, whose entries have other numbers from now on.
  case moved(from: UInt64, to: UInt64)

  init?(_ data: Data) {
    var reader = ByteReader(Array(data)[...])
    guard let kind: UInt8 = reader.read(), let first: UInt64 = reader.read() else { return nil }
    switch kind {
    case 1:
      guard let contents = reader.readRecords() else { return nil }
      self = .received(ReplicaBatch(after: first, contents.entries, snapshot: contents.snapshot))
    case 2:
      guard let second: UInt64 = reader.read() else { return nil }
      self = .moved(from: first, to: second)
    default: return nil
    }
  }

  var data: Data {
    switch self {
    case .received(let batch):
      return Data(ByteWriter(UInt8(1), batch.position).bytes + ByteWriter(batch.snapshot, batch.entries).bytes)
    case .moved(let old, let new): return Data(ByteWriter(UInt8(2), old, new).bytes)
    }
  }
}

extension ByteWriter {
  /// Writes records.
  fileprivate init(_ snapshot: ReplicaSnapshot?, _ entries: [ReplicaEntry]) {
    self.init()
    if let snapshot { write(FileRecord.snapshot(snapshot, times: [:]).bytes) }
    for entry in entries { write(FileRecord.entry(entry).bytes) }
  }
}

extension ByteReader {
  /// Reads records to the end; nil if one of them is damaged.
  fileprivate mutating func readRecords() -> (snapshot: ReplicaSnapshot?, entries: [ReplicaEntry])? {
    var (snapshot, entries, rest) = (ReplicaSnapshot?.none, [ReplicaEntry](), self.rest)
    while !rest.isEmpty {
      guard let (record, size) = FileRecord.first(in: rest) else { return nil }
      switch record {
      case .start: return nil
      case .snapshot(let found, _): snapshot = found
      case .entry(let entry): entries.append(entry)
      }
      rest = rest.dropFirst(size)
    }
    return (snapshot, entries)
  }
}
