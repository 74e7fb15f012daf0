/// Lines of a session file: `{"line":3,"sum":"…","steps":…}`.
///
/// The checksum covers the line number and everything after the checksum, so that a changed, missing or moved line is
/// detected.
struct SessionLines {
  private(set) var bytes: [UInt8] = []
  private var number = 0

  /// Adds a line.
  ///
  /// - Parameter body: A closure that appends the JSON value of the line's third member.
  mutating func add(_ kind: StaticString, _ body: (inout [UInt8]) -> Void) {
    number += 1
    bytes += #"{"line":"#.utf8
    bytes.append(decimal: number)
    bytes += #","sum":""#.utf8
    let sum = bytes.count
    bytes += repeatElement(UInt8(ascii: "0"), count: 16)
    bytes += #"","#.utf8
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    bytes += kind.description.utf8
    bytes += #"":"#.utf8
    body(&bytes)
    bytes.append(UInt8(ascii: "}"))
    bytes.replaceSubrange(sum..<sum + 16, with: LineChecksum.text(LineChecksum.of(line: number, bytes[start...])))
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func add(_ kind: StaticString, _ value: JSON) { add(kind) { value.append(to: &$0) } }

  /// Returns the bytes of the lines added since the last call, and clears the buffer.
  mutating func takeAll() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  mutating func append(decimal number: some BinaryInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = UInt64(number.magnitude)
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }

  /// Appends numbers as a JSON array. Times and identities need 64 bits on every platform.
  mutating func append(row: some Sequence<Int64>) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for number in row {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(decimal: number)
    }
    append(UInt8(ascii: "]"))
  }
}

/// The first line of a session file.
struct SessionHeader {
  static let format = "puredux session"
  static let version = 1
  /// The version of this library, from the first heading of the changelog. Session files contain the library version,
  /// to help explain differences between files.
  static let library = "1.0.0-beta.1"

  let program: String
  /// The number of the first step in the file.
  let first: UInt64
  let limit: Int
  /// The seed from which the program generates identities; nil if there is no seed.
  let seed: UInt64?

  var json: JSON {
    .compact([
      "format": .string(Self.format), "version": .int(Self.version), "library": .string(Self.library),
      "program": .string(program), "first": .int(Int(first)), "limit": .int(limit),
      "seed": seed.map { .encoded(Array("\(Int64(bitPattern: $0))".utf8)) } ?? .null,
    ])
  }
}

/// An FNV-1a checksum of bytes, which detects accidental changes but not forgery.
struct LineChecksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The checksum of a line including its number, so that swapped lines are detected.
  static func of(line: Int, _ content: ArraySlice<UInt8>) -> UInt64 {
    var checksum = LineChecksum()
    withUnsafeBytes(of: UInt64(line).littleEndian) { checksum.add($0) }
    // SAFETY: the bytes are read only during the call, and the slice outlives the call.
    content.withUnsafeBufferPointer { checksum.add($0) }
    return checksum.value
  }

  /// Returns a checksum as 16 hexadecimal digits.
  static func text(_ value: UInt64) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<16).map { digits[Int(value >> (60 - 4 * UInt64($0)) & 15)] }
  }
}
