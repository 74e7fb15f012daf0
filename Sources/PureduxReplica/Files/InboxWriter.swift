internal import PureduxFiles

/// Writes the entries of one client to its inbox, from which the application enters them into the journal.
struct InboxWriter {
  private let inboxes: OpenFolder
  private let name: InboxName
  private let file: RecordFile
  private let isSynced: Bool
  /// The number of the last entry in the inbox.
  private var appended: UInt64 = 0

  /// The size from which an inbox without unconfirmed entries is given up.
  private static let largestSize: UInt64 = 64 << 10

  /// Creates an inbox. No other process ever writes it.
  init(_ inboxes: OpenFolder, _ name: InboxName, isSynced: Bool) throws(FileFailure) {
    (self.inboxes, self.name, self.isSynced) = (inboxes, name, isSynced)
    file = try RecordFile(inboxes, name.name, .create)
    if isSynced { try inboxes.sync() }
  }

  /// Appends entries. Only an inbox that has its name after the write is certain to be read to its end.
  ///
  /// - Parameters:
  ///   - entries: Entries of any clients; those of others have inboxes of their own.
  ///   - confirmed: The number of the client's last entry in the journal.
  mutating func append(_ entries: [ReplicaEntry], confirmed: UInt64) throws {
    try checkIsOpen()
    let new = entries.filter { $0.client == name.client && $0.number > appended }
    if new.isEmpty, !file.isUnsynced { return }
    if file.end > Self.largestSize, confirmed == appended {
      // The application removes the inbox when the journal is on the disk: what others can read there may not be.
      try inboxes.rename(name.name, name.closing.name)
      throw ReplicaClientClosed()
    }
    let (count, failure) = file.append(new.map { .entry($0) }, isSynced: isSynced)
    appended += UInt64(count)
    try checkIsOpen()
    if let failure { throw failure }
  }

  /// Throws if the application has closed the inbox. The client is closed when all that the application has read is in
  /// the journal; until then, the inbox still has a name.
  private func checkIsOpen() throws {
    if try file.isNamed() { return }
    if try file.isNamed(name.closing.name) { throw FileFailure(.claimLost, "the inbox is being closed") }
    throw ReplicaClientClosed()
  }
}

extension OpenFolder {
  /// The entries in the inboxes of a helper that are not among the last numbers of the journal's clients.
  func waiting(_ helper: String, after numbers: [UInt64: UInt64]) throws -> [ReplicaEntry] {
    var waiting: [(first: Int64, entries: [ReplicaEntry])] = []
    for name in try names() where InboxName(name)?.helper == helper {
      // A file may be renamed or removed meanwhile; its entries are then in the journal soon.
      guard let file = try? RecordFile(self, name, .read) else { continue }
      var entries: [ReplicaEntry] = []
      try file.readAll { record in
        if case .entry(let entry) = record, entry.number > numbers[entry.client] ?? 0 { entries.append(entry) }
      }
      if let first = entries.first { waiting.append((first.inputs.time, entries)) }
    }
    return waiting.sorted { $0.first < $1.first }.flatMap(\.entries)
  }
}
