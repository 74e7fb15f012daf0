internal import PureduxFiles

/// Gives entries their order, in the one process that writes the journal.
struct JournalWriter {
  /// The last entry of a client: its number, and its author's time.
  private struct Last {
    var number: UInt64
    var time: Int64
  }

  private let generations: JournalGenerations
  private let isSynced: Bool
  private var generation: UInt64
  private var file: RecordFile
  private var position: UInt64 = 0
  private var start: UInt64 = 0
  private var snapshot: ReplicaSnapshot?
  private var snapshotEnd: UInt64 = 0
  private var clients: [UInt64: Last] = [:]
  private var latestTime = Int64.min
  /// Whether a compaction has closed the journal without replacing it, so that the journal has to be opened again.
  private(set) var isBroken = false

  /// The size of the entries from which a small journal is compacted.
  private static let smallestSize: UInt64 = 64 << 10
  /// The time for which the number of a client without an inbox is stored.
  private static let clientAge: Int64 = 30 * 86_400 * 1_000_000_000

  /// Becomes the writer of the journal, in place of any other process.
  init(_ generations: JournalGenerations, isSynced: Bool) throws(FileFailure) {
    (self.generations, self.isSynced) = (generations, isSynced)
    try generations.removeUnfinished()
    let records: [FileRecord]
    (generation, file, records) = try generations.claim()
    for record in records { register(record) }
  }

  private mutating func register(_ record: FileRecord) {
    switch record {
    case .start: break
    case .snapshot(let snapshot, let times):
      (position, start, self.snapshot) = (snapshot.position, snapshot.position, snapshot)
      snapshotEnd = UInt64(record.bytes.count)
      for (client, number) in snapshot.numbers { register(client, number, times[client] ?? 0) }
    case .entry(let entry):
      position += 1
      register(entry.client, entry.number, entry.inputs.time)
    }
  }

  private mutating func register(_ client: UInt64, _ number: UInt64, _ time: Int64) {
    clients[client] = Last(number: number, time: time)
    latestTime = max(latestTime, time)
  }

  /// Whether the journal needs a snapshot: it has none, or its entries are longer than the last one.
  var wantsSnapshot: Bool {
    snapshot == nil || file.end > snapshotEnd && file.end - snapshotEnd > max(snapshotEnd, Self.smallestSize)
  }

  /// The number of entries in the journal.
  var end: UInt64 { position }

  /// Gives entries their places in the order. Entries that have a place already are skipped.
  ///
  /// Returns false if there was a gap in the numbers of a client, whose entries after the gap were not entered.
  mutating func enter(_ entries: [ReplicaEntry]) throws -> Bool {
    var (new, numbers, isWhole) = ([ReplicaEntry](), [UInt64: UInt64](), true)
    for entry in entries {
      let last = numbers[entry.client] ?? clients[entry.client]?.number ?? 0
      if entry.number <= last { continue }
      if entry.number > last + 1 {
        isWhole = false
        continue
      }
      new.append(entry)
      numbers[entry.client] = entry.number
    }
    if new.isEmpty, !file.isUnsynced { return isWhole }
    let (count, failure) = file.append(new.map { .entry($0) }, isSynced: isSynced)
    for entry in new.prefix(count) { register(.entry(entry)) }
    try checkIsLast()
    if let failure { throw failure }
    return isWhole
  }

  /// Throws if another process has become the writer, so that nothing that was written since is accepted.
  func checkIsLast() throws {
    guard try generations.isLast(generation, file) else { throw ReplicaLogClosed() }
  }

  /// Replaces the entries up to a position by a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The document at a position of the journal.
  ///   - isKept: Whether the number of a client must be stored, because its entries may come again.
  mutating func compact(_ snapshot: ReplicaSnapshot, keepingClients isKept: (UInt64) -> Bool) throws {
    guard snapshot.position <= position, self.snapshot == nil || snapshot.position > start else { return }
    var (records, at) = ([FileRecord](), UInt64(0))
    let old = try RecordFile(generations.folder, file.name, .read)
    try old.readAll { record in
      switch record {
      case .start: break
      case .snapshot(let old, _): at = old.position
      case .entry:
        at += 1
        if at > snapshot.position { records.append(record) }
      }
    }
    try checkIsLast()
    var kept = snapshot
    kept.numbers = snapshot.numbers.filter { client, _ in
      isKept(client) || latestTime - (clients[client]?.time ?? 0) < Self.clientAge
    }
    let times = clients.filter { kept.numbers[$0.key] != nil }.mapValues(\.time)
    records.insert(contentsOf: [.start(format: FileRecord.format), .snapshot(kept, times: times)], at: 0)
    let new = try generations.prepare(records)
    guard try generations.create(generation + 1) else {
      generations.folder.remove(new.name)
      throw ReplicaLogClosed()
    }
    isBroken = true
    do throws(FileFailure) { file = try generations.finish(new, generation + 1) } catch {
      if try generations.newest() != generation + 1 { throw ReplicaLogClosed() }
      throw error
    }
    (generation, isBroken) = (generation + 1, false)
    (position, clients) = (0, [:])
    for record in records { register(record) }
    try checkIsLast()
  }
}
