internal import Foundation

/// JSON for documents and actions. Infinite numbers are encoded too, and equal documents have equal bytes.
enum ReplicaJSON {
  static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(value)
  }

  static func value<Value: Decodable>(_ data: Data) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Value.self, from: data)
  }
}

/// Encodes and decodes documents and actions.
struct ReplicaCoding<Document: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  let version: UInt32
  /// Decodes an action of this version or an older one.
  let decode: @Sendable (_ version: UInt32, Data) throws -> Action

  func encoded(_ pending: ReplicaState<Document, Action>.Pending) throws -> ReplicaEntry {
    ReplicaEntry(
      id: pending.id, version: version, inputs: pending.inputs, content: .action(try ReplicaJSON.data(pending.action)))
  }

  /// Decodes a batch, up to the first entry that this version cannot decode.
  func decoded(_ batch: ReplicaBatch) -> DecodedBatch<Document, Action> {
    var decoded = DecodedBatch<Document, Action>(position: batch.position)
    if let snapshot = batch.snapshot {
      guard snapshot.version <= version else {
        decoded.problem = .laterVersion(snapshot.version)
        return decoded
      }
      guard let document: Document = try? ReplicaJSON.value(snapshot.document) else {
        decoded.problem = .undecodable(position: snapshot.position)
        return decoded
      }
      decoded.snapshot = DocumentMark(
        id: nil, position: snapshot.position, document: document, numbers: snapshot.numbers)
    }
    for (index, entry) in batch.entries.enumerated() {
      guard entry.version <= version else {
        decoded.problem = .laterVersion(entry.version)
        break
      }
      guard let entry = try? self.decoded(entry) else {
        decoded.problem = .undecodable(position: batch.position + UInt64(index))
        break
      }
      decoded.entries.append(entry)
    }
    return decoded
  }

  /// Decodes waiting entries of known versions, except those whose actions are pending already.
  func decoded(waiting entries: [ReplicaEntry], pending known: Set<ReplicaInputs>) -> [DecodedEntry<Action>] {
    entries.compactMap { entry in
      if known.contains(entry.inputs) { return DecodedEntry(id: entry.id, inputs: entry.inputs, content: .pending) }
      return entry.version <= version ? try? decoded(entry) : nil
    }
  }

  func decoded(_ entry: ReplicaEntry) throws -> DecodedEntry<Action> {
    let content: DecodedEntry<Action>.Content =
      switch entry.content {
      case .action(let data): .action(try decode(entry.version, data))
      case .rejected: .rejected
      case .mark: .mark
      case .digest: .digest
      }
    return DecodedEntry(id: entry.id, inputs: entry.inputs, content: content)
  }
}

/// An entry whose action is decoded.
@frozen
@usableFromInline
package struct DecodedEntry<Action: Sendable>: Sendable {
  @frozen
  @usableFromInline
  package enum Content: Sendable {
    case action(Action)
    case rejected
    case mark
    case digest
    /// An action that is pending in this replica.
    case pending
  }

  @usableFromInline let id: ReplicaEntry.ID
  @usableFromInline let inputs: ReplicaInputs
  @usableFromInline let content: Content

  @usableFromInline
  package init(id: ReplicaEntry.ID, inputs: ReplicaInputs, content: Content) {
    (self.id, self.inputs, self.content) = (id, inputs, content)
  }
}

/// A batch whose document and actions are decoded.
@frozen
@usableFromInline
package struct DecodedBatch<Document: Sendable, Action: Sendable>: Sendable {
  @usableFromInline var snapshot: DocumentMark<Document>?
  @usableFromInline let position: UInt64
  @usableFromInline var entries: [DecodedEntry<Action>]
  /// The reason why the entries after these cannot be decoded.
  @usableFromInline var problem: ReplicaProblem?

  @usableFromInline
  package init(position: UInt64, _ entries: [DecodedEntry<Action>] = [], snapshot: DocumentMark<Document>? = nil) {
    (self.position, self.entries, self.snapshot) = (position, entries, snapshot)
  }
}
