internal import Foundation
internal import PureduxFiles

/// A record of a journal or an inbox: its length, a checksum, and its content.
enum FileRecord: Hashable {
  /// The first record of a complete journal.
  case start(format: UInt32)
  case snapshot(ReplicaSnapshot, times: [UInt64: Int64])
  case entry(ReplicaEntry)

  static let format: UInt32 = 1
  private static let headerSize = 8

  fileprivate enum Kind: UInt8 {
    case start = 1
    case snapshot
    case action
    case rejected
    case mark
    case digest
  }

  var bytes: [UInt8] {
    var content = ByteWriter()
    switch self {
    case .start(let format):
      content = ByteWriter(Kind.start.rawValue, format)
    case .snapshot(let snapshot, let times):
      let count = UInt32(snapshot.numbers.count)
      content = ByteWriter(Kind.snapshot.rawValue, snapshot.position, snapshot.version, count)
      for (client, number) in snapshot.numbers.sorted(by: { $0.key < $1.key }) {
        content.write(ByteWriter(client, number, times[client] ?? 0).bytes)
      }
      content.write(Array(snapshot.document))
    case .entry(let entry): content.write(entry)
    }
    return Self.framed(content.bytes)
  }

  /// A record's bytes: the length and the checksum of the content, and the content.
  static func framed(_ content: [UInt8]) -> [UInt8] {
    ByteWriter(UInt32(content.count), checksum(content[...])).bytes + content
  }

  /// Reads the record at the start of `bytes`; nil if the record is incomplete or damaged.
  static func first(in bytes: ArraySlice<UInt8>) -> (record: FileRecord, size: Int)? {
    var header = ByteReader(bytes)
    guard let count: UInt32 = header.read(), let sum: UInt32 = header.read() else { return nil }
    let content = header.rest.prefix(Int(clamping: count))
    guard count > 0, content.count == count, checksum(content) == sum else { return nil }
    guard let record = FileRecord(content) else { return nil }
    return (record, headerSize + content.count)
  }

  /// Whether there is a complete record anywhere in `bytes`.
  ///
  /// A malicious file could claim a long record at each offset, so the number of checksummed bytes is limited to a few
  /// times the size of the file. A file that exceeds the limit is treated as damaged.
  static func isAny(in bytes: ArraySlice<UInt8>) -> Bool {
    var left = 4 * bytes.count + 4_096
    for start in bytes.indices {
      var header = ByteReader(bytes[start...])
      guard let count: UInt32 = header.read() else { return false }
      guard count > 0, count < header.rest.count else { continue }
      left -= Int(clamping: count)
      if left < 0 || first(in: bytes[start...]) != nil { return true }
    }
    return false
  }

  private init?(_ content: ArraySlice<UInt8>) {
    var reader = ByteReader(content)
    guard let kind = reader.read().flatMap(Kind.init) else { return nil }
    switch kind {
    case .start:
      guard let format: UInt32 = reader.read() else { return nil }
      self = .start(format: format)
    case .snapshot:
      guard let position: UInt64 = reader.read(), let version: UInt32 = reader.read(),
        let count: UInt32 = reader.read()
      else { return nil }
      var (numbers, times) = ([UInt64: UInt64](), [UInt64: Int64]())
      for _ in 0..<count {
        guard let client: UInt64 = reader.read(), let number: UInt64 = reader.read(), let time: Int64 = reader.read()
        else { return nil }
        (numbers[client], times[client]) = (number, time)
      }
      self = .snapshot(
        ReplicaSnapshot(position: position, version: version, numbers: numbers, document: Data(reader.rest)),
        times: times)
    case .action, .rejected, .mark, .digest:
      guard let client: UInt64 = reader.read(), let number: UInt64 = reader.read(), let version: UInt32 = reader.read(),
        let seed: UInt64 = reader.read(), let time: Int64 = reader.read(), let content = reader.readContent(kind)
      else { return nil }
      self = .entry(
        ReplicaEntry(
          id: ReplicaEntry.ID(client: client, number: number), version: version,
          inputs: ReplicaInputs(seed: seed, time: time), content: content))
    }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    // SAFETY: the bytes are read only during the call.
    bytes.withUnsafeBytes { CRC32C.sum($0, after: 0) }
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ entry: ReplicaEntry) {
    let (kind, payload): (FileRecord.Kind, [UInt8]) =
      switch entry.content {
      case .action(let data): (.action, Array(data))
      case .rejected: (.rejected, [])
      case .mark: (.mark, [])
      case .digest(let value, let position): (.digest, ByteWriter(value, position).bytes)
      }
    let (id, inputs) = (entry.id, entry.inputs)
    self = ByteWriter(kind.rawValue, id.client, id.number, entry.version, inputs.seed, inputs.time)
    write(payload)
  }
}

extension ByteReader {
  fileprivate mutating func readContent(_ kind: FileRecord.Kind) -> ReplicaEntry.Content? {
    switch kind {
    case .action: return .action(Data(rest))
    case .mark: return .mark
    case .digest:
      guard let value: UInt64 = read(), let position: UInt64 = read() else { return nil }
      return .digest(value, position: position)
    default: return .rejected
    }
  }
}

/// Writes numbers in little-endian order, and bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init<each Number: FixedWidthInteger>(_ numbers: repeat each Number) { repeat write(each numbers) }

  mutating func write(_ number: some FixedWidthInteger) {
    // SAFETY: the bytes are read only during the call.
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ more: [UInt8]) { bytes += more }
}

/// Reads numbers in little-endian order. A read returns nil if the bytes end too early.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func read<Number: FixedWidthInteger>() -> Number? {
    let size = MemoryLayout<Number>.size
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    // SAFETY: the slice has at least `size` bytes, and the load requires no alignment.
    return rest.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }
}
