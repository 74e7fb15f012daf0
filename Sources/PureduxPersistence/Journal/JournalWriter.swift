internal import Foundation

/// A range of bytes in a file, or in a record that has not been appended to the file yet.
struct BytesPlace: Hashable {
  var offset: UInt64
  var count: UInt32

  /// A placeholder for an unknown location, for example that of a newly inserted element's contents.
  static let unknown = BytesPlace(offset: 0, count: .max)

  var isKnown: Bool { self != .unknown }
}

/// The reason why a journal file is unusable.
enum JournalProblem: Error, Equatable {
  case malformed(String)
  /// The file was written by a later version of the library.
  case laterFormat(Int)
  /// A part has a version for which there is no migration.
  case otherVersion(Int, part: String)

  func error(in storage: String) -> PersistenceError {
    switch self {
    case .malformed(let reason): PersistenceError(.damaged, storage: storage, details: reason)
    case .laterFormat(let format):
      PersistenceError(.otherVersion(format), storage: storage, details: "it was written by a later version of Puredux")
    case .otherVersion(let version, let part):
      PersistenceError(.otherVersion(version), storage: storage, details: "its part `\(part)` has that version")
    }
  }
}

/// Appends numbers and bytes to a payload. A number is LEB128-encoded: seven bits per byte, the lowest bits first.
struct JournalWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: Int) { write(wide: UInt64(number)) }

  private mutating func write(wide number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number in zigzag encoding: 0, -1, 1 and -2 become 0, 1, 2 and 3.
  mutating func write(signed number: Int) {
    let wide = Int64(number)
    write(wide: UInt64(bitPattern: (wide << 1) ^ (wide >> 63)))
  }

  mutating func append(_ other: JournalWriter) { bytes += other.bytes }

  /// Writes a byte count, followed by the bytes.
  mutating func write(_ data: Data) {
    write(data.count)
    // SAFETY: the pointer is used only during the call, which copies the bytes.
    data.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Reads numbers and ranges from a payload. The bytes may come from any source, so a reader throws an error for invalid
/// bytes, and never traps.
struct JournalReader {
  // SAFETY: the creator of a reader keeps the bytes valid for as long as the reader is used.
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the bytes in the file.
  private let offset: UInt64
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) { (self.bytes, self.offset) = (bytes, offset) }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func number() throws(JournalProblem) -> Int {
    guard let number = Int(exactly: try wideNumber()) else { throw .malformed("a number is too large") }
    return number
  }

  mutating func signedNumber() throws(JournalProblem) -> Int {
    let wide = try wideNumber()
    guard let number = Int(exactly: Int64(bitPattern: wide >> 1) ^ -Int64(bitPattern: wide & 1)) else {
      throw .malformed("a number is too large")
    }
    return number
  }

  private mutating func wideNumber() throws(JournalProblem) -> UInt64 {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw .malformed("a number is not terminated")
  }

  /// Reads a count of items that take at least `size` bytes each.
  mutating func count(of size: Int) throws(JournalProblem) -> Int {
    let count = try number()
    guard count <= (bytes.count - position) / size else { throw .malformed("\(count) items are missing") }
    return count
  }

  mutating func place() throws(JournalProblem) -> BytesPlace {
    let count = try count(of: 1)
    guard let size = UInt32(exactly: count), size < .max else {
      throw .malformed("a length of \(count) bytes is too large")
    }
    defer { position += count }
    return BytesPlace(offset: offset + UInt64(position), count: size)
  }

  mutating func text() throws(JournalProblem) -> String {
    let count = try count(of: 1)
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }
}
