internal import Foundation

/// Encodes and decodes documents and actions.
struct ReplicaCoding<Document: Sendable, Action: Sendable>: Sendable {
  let version: UInt32
  let encode: @Sendable (Action) throws -> Data
  /// Decodes an action of this version or an older one.
  let decode: @Sendable (_ version: UInt32, Data) throws -> Action
  let encodeDocument: @Sendable (Document) throws -> Data
  let decodeDocument: @Sendable (Data) throws -> Document
  let digest: @Sendable (Document) throws -> UInt64
}

extension ReplicaCoding where Document: Codable, Action: Codable {
  static func json(
    _ version: UInt32, _ migrate: @escaping @Sendable (_ version: UInt32, Data) throws -> Action
  ) -> ReplicaCoding {
    ReplicaCoding(
      version: version, encode: { try ReplicaJSON.encoder.encode($0) }, decode: migrate,
      encodeDocument: { try ReplicaJSON.encoder.encode($0) },
      decodeDocument: { try ReplicaJSON.decoder.decode(Document.self, from: $0) },
      digest: { try DocumentDigest.of($0) })
  }
}

/// JSON for documents and actions. Infinite numbers are encoded too, and equal documents have equal bytes.
enum ReplicaJSON {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

extension ReplicaCoding {
  func encoded(_ pending: ReplicaState<Document, Action>.Pending) throws -> ReplicaEntry {
    ReplicaEntry(
      id: pending.id, version: version, inputs: pending.inputs, content: .action(try encode(pending.action)))
  }

  /// Decodes a batch, up to the first entry that this version cannot decode.
  func decoded(_ batch: ReplicaBatch) -> DecodedBatch<Document, Action> {
    var decoded = DecodedBatch<Document, Action>(position: batch.position)
    if let snapshot = batch.snapshot {
      guard snapshot.version <= version else {
        decoded.problem = .laterVersion(snapshot.version)
        return decoded
      }
      guard let document = try? decodeDocument(snapshot.document) else {
        decoded.problem = .undecodable(position: snapshot.position)
        return decoded
      }
      decoded.snapshot = DecodedSnapshot(document: document, position: snapshot.position, numbers: snapshot.numbers)
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
struct DecodedEntry<Action: Sendable>: Sendable {
  @frozen
  @usableFromInline
  enum Content: Sendable {
    case action(Action)
    case rejected
    case mark
    case digest
  }

  @usableFromInline let id: ReplicaEntry.ID
  @usableFromInline let inputs: ReplicaInputs
  @usableFromInline let content: Content

  @usableFromInline
  init(id: ReplicaEntry.ID, inputs: ReplicaInputs, content: Content) {
    (self.id, self.inputs, self.content) = (id, inputs, content)
  }
}

/// A document at a position of the log.
@frozen
@usableFromInline
struct DecodedSnapshot<Document: Sendable>: Sendable {
  @usableFromInline let document: Document
  @usableFromInline let position: UInt64
  @usableFromInline let numbers: [UInt64: UInt64]

  @usableFromInline
  init(document: Document, position: UInt64, numbers: [UInt64: UInt64]) {
    (self.document, self.position, self.numbers) = (document, position, numbers)
  }
}

/// A batch whose document and actions are decoded.
@frozen
@usableFromInline
struct DecodedBatch<Document: Sendable, Action: Sendable>: Sendable {
  @usableFromInline var snapshot: DecodedSnapshot<Document>?
  @usableFromInline let position: UInt64
  @usableFromInline var entries: [DecodedEntry<Action>]
  /// The reason why the entries after these cannot be decoded.
  @usableFromInline var problem: ReplicaProblem?

  @usableFromInline
  init(position: UInt64, _ entries: [DecodedEntry<Action>] = [], snapshot: DecodedSnapshot<Document>? = nil) {
    (self.position, self.entries, self.snapshot) = (position, entries, snapshot)
  }
}
