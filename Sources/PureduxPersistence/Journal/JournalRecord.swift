internal import PureduxFiles

/// A record of a journal file.
///
/// ```
/// file    = header record*
/// header  = "PDXJRNL1" · generation: 8 random bytes · CRC-32C of both: 4 · 4 zeros
/// record  = length of the payload: 4 · number: 4 · kind: 1 · 3 zeros · CRC-32C: 4 · payload
/// ```
///
/// Numbers are little-endian. Records are numbered consecutively. The checksum of a record covers the preceding twelve
/// bytes, the payload and the generation. The generation prevents bytes of an older file from being mistaken for a
/// record of this file.
struct JournalRecord {
  enum Kind: UInt8 {
    /// The first record: the name and version of each part, and whether the part is a list.
    case parts = 1
    /// Changes to some parts, which are applied together or not at all.
    case changes = 2
    /// The end of the snapshot. Later records were appended.
    case snapshotEnd = 3
  }

  static let headerSize = 16
  static let largestPayload = Int(Int32.max)

  let kind: UInt8
  let number: UInt32
  /// The range of the payload in the bytes from which the record was read.
  let payload: Range<Int>

  /// Reads the record at an offset. Returns nil if there is no complete record.
  init?(in bytes: UnsafeRawBufferPointer, at start: Int, generation: UInt64) {
    guard start <= bytes.count - Self.headerSize else { return nil }
    let length = Int(Self.number(in: bytes, at: start))
    let end = start + Self.headerSize
    guard length <= bytes.count - end else { return nil }
    guard bytes[start + 9] | bytes[start + 10] | bytes[start + 11] == 0 else { return nil }
    payload = end..<end + length
    var sum = CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 12]), after: Self.seed(generation))
    sum = CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[payload]), after: sum)
    guard sum == Self.number(in: bytes, at: start + 12) else { return nil }
    kind = bytes[start + 8]
    number = Self.number(in: bytes, at: start + 4)
  }

  /// Encodes a record with its header and checksum.
  static func bytes(_ kind: Kind, _ payload: [UInt8], number: UInt32, generation: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerSize + payload.count)
    append(UInt32(payload.count), to: &bytes)
    append(number, to: &bytes)
    bytes += [kind.rawValue, 0, 0, 0]
    var sum = bytes.withUnsafeBytes { CRC32C.sum($0, after: seed(generation)) }
    sum = payload.withUnsafeBytes { CRC32C.sum($0, after: sum) }
    append(sum, to: &bytes)
    bytes += payload
    return bytes
  }

  /// Reads the record number and payload length at an offset, without verifying them.
  static func claim(in bytes: UnsafeRawBufferPointer, at start: Int) -> (number: UInt32, length: Int) {
    (number(in: bytes, at: start + 4), Int(clamping: number(in: bytes, at: start)))
  }

  private static func seed(_ generation: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: generation) }

  fileprivate static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  fileprivate static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    // SAFETY: the pointer is used only during the call, which copies the bytes.
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// The first bytes of a journal file, which identify the format and the generation.
struct JournalHeader: Hashable {
  static let size = 24
  private static let magic = Array("PDXJRNL1".utf8)

  let generation: UInt64

  var bytes: [UInt8] {
    // SAFETY: the pointers are used only during the calls that read the bytes.
    var bytes = Self.magic
    JournalRecord.append(generation, to: &bytes)
    JournalRecord.append(bytes.withUnsafeBytes { CRC32C.sum($0, after: 0) }, to: &bytes)
    return bytes + [0, 0, 0, 0]
  }

  init(generation: UInt64) { self.generation = generation }

  init(_ bytes: UnsafeRawBufferPointer) throws(JournalProblem) {
    guard bytes.count >= 8, bytes[..<7].elementsEqual(Self.magic[..<7]) else {
      throw .malformed("it is not a journal")
    }
    if bytes[7] != Self.magic[7] { throw .laterFormat(Int(bytes[7]) - 0x30) }
    guard bytes.count >= Self.size,
      CRC32C.sum(UnsafeRawBufferPointer(rebasing: bytes[..<16]), after: 0)
        == JournalRecord.number(in: bytes, at: 16)
    else { throw .malformed("its first bytes are damaged") }
    generation = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}
