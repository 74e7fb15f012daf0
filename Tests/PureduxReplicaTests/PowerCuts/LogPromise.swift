@testable import PureduxReplica

/// What a start may find in a log after a power cut.
struct LogPromise: Hashable, Sendable {
  /// The entries that a process has begun to append.
  private(set) var known: [ReplicaEntry.ID: ReplicaEntry] = [:]
  /// The last accepted number of each client; 0 if the log keeps no promise.
  private(set) var accepted: [UInt64: UInt64] = [:]
  /// The places of accepted entries, as far as a process has read them.
  private(set) var places: [UInt64: ReplicaEntry.ID] = [:]
  private(set) var snapshots: Set<ReplicaSnapshot> = []

  mutating func begin(_ entries: [ReplicaEntry]) { for entry in entries { known[entry.id] = entry } }
  mutating func begin(_ snapshot: ReplicaSnapshot) { snapshots.insert(snapshot) }
  mutating func accept(_ entry: ReplicaEntry.ID) { accepted[entry.client] = entry.number }

  mutating func see(_ contents: LogContents) {
    for (place, entry) in zip(contents.snapshot.position..., contents.entries) { places[place] = entry.id }
  }

  /// The laws that are broken if a start finds these contents.
  func violations(_ contents: LogContents) -> [String] {
    var (violations, numbers) = ([String](), contents.snapshot.numbers)
    if !snapshots.contains(contents.snapshot) { violations.append("found the snapshot \(contents.snapshot)") }
    for (place, entry) in zip(contents.snapshot.position..., contents.entries) {
      if known[entry.id] != entry { violations.append("found the entry \(entry)") }
      if entry.number != numbers[entry.client, default: 0] + 1 { violations.append("\(entry.id) follows a gap") }
      if let id = places[place], id != entry.id { violations.append("\(entry.id) has moved") }
      numbers[entry.client] = entry.number
    }
    for (client, number) in accepted where numbers[client] ?? 0 < number {
      violations.append("lost the entries after \(numbers[client] ?? 0), although \(number) was accepted")
    }
    return violations
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(known.count)
    hasher.combine(accepted.values.reduce(0, +))
    hasher.combine(places.count)
    hasher.combine(snapshots.count)
  }
}

/// A log has returned other entries than those after a position.
struct WrongPosition: Error {
  let found: UInt64
  let expected: UInt64
}

/// Everything that a process can read in a log.
struct LogContents {
  let snapshot: ReplicaSnapshot
  var entries: [ReplicaEntry] = []

  /// Reads a log, in which there must be a snapshot.
  init?(_ log: LogProcess) throws {
    guard var batch = try log.read(after: nil), let snapshot = batch.snapshot else { return nil }
    self.snapshot = snapshot
    while true {
      entries += batch.entries
      guard let next = try log.read(after: end), !next.entries.isEmpty else { return }
      if next.position != end { throw WrongPosition(found: next.position, expected: end) }
      batch = next
    }
  }

  var end: UInt64 { snapshot.position + UInt64(entries.count) }

  /// A snapshot of the whole contents.
  var whole: ReplicaSnapshot {
    .test(end, numbers: entries.reduce(into: snapshot.numbers) { $0[$1.client] = $1.number })
  }
}
