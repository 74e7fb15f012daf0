internal import Foundation

/// Compacts a log at a mark, and compares the documents of all replicas there.
///
/// A replica that the log asks for a snapshot gives its confirmed document, and appends a mark. Each replica that
/// confirms the mark keeps its document at this position, and computes its digest outside the turn. The author of the
/// mark appends its own digest, with which the other replicas compare theirs.
struct ReplicaCheckpoints<Document: Codable & Sendable> {
  private let version: UInt32
  /// The last entry of the client under which marks and digests are appended; nil before the first.
  private var last: ReplicaEntry.ID?
  /// The mark of this replica that is not confirmed yet.
  private var awaited: ReplicaEntry.ID?
  /// The digests of this replica at the latest marks.
  private var digests: [(position: UInt64, value: UInt64)] = []

  private static var mostDigests: Int { 8 }

  init(version: UInt32) { self.version = version }

  /// Compacts the log at the position of a document, and appends a mark, unless one is on its way.
  mutating func begin(_ present: DocumentMark<Document>, _ log: ReplicaLog, _ context: StoreContext) async throws {
    let document: Data
    do { document = try ReplicaJSON.data(present.document) } catch {
      return context.report(.unencodableDocument("\(Document.self)", error))
    }
    try await log.compact(
      ReplicaSnapshot(position: present.position, version: version, numbers: present.numbers, document: document))
    if awaited == nil { awaited = try await append(.mark, to: log) }
  }

  /// Stores the digest of a mark's document. If the mark is this replica's, appends the digest to the log.
  mutating func finish(_ mark: DocumentMark<Document>, _ log: ReplicaLog, _ context: StoreContext) async throws {
    let isOwn = mark.id == awaited
    if isOwn { awaited = nil }
    guard let value = try? DocumentDigest.of(mark.document) else { return }
    digests = digests.suffix(Self.mostDigests - 1) + [(mark.position, value)]
    guard isOwn else { return }
    _ = try await append(.digest(value, position: mark.position), to: log)
  }

  /// The position of the first of these entries' digests that differs from that of this replica.
  ///
  /// Only digests of the same version are compared: the documents of other versions may have other properties.
  mutating func divergence(in entries: [ReplicaEntry]) -> UInt64? {
    for entry in entries where entry.version == version {
      guard case .digest(let value, let position) = entry.content else { continue }
      guard let own = digests.first(where: { $0.position == position }), own.value != value else { continue }
      digests = []
      return position
    }
    return nil
  }

  /// Appends an entry under a client of its own, so that the numbers of the replica's actions have no gaps. After an
  /// error, the next entry has a new client, because the log may have accepted this one.
  private mutating func append(_ content: ReplicaEntry.Content, to log: ReplicaLog) async throws -> ReplicaEntry.ID {
    let before = last
    last = nil
    let client = if let before { before.client } else { try await log.newClient() }
    let id = ReplicaEntry.ID(client: client, number: (before?.number ?? 0) + 1)
    try await log.append([
      ReplicaEntry(id: id, version: version, inputs: ReplicaInputs(seed: 0, time: 0), content: content)
    ])
    last = id
    return id
  }
}
