/// Lines of a session file: `{"line":3,"sum":"…","steps":…}`.
///
/// The checksum covers the number and everything behind it, so that a changed, missing or moved line is told.
struct SessionLines {
  private(set) var bytes: [UInt8] = []
  private var number = 0

  /// Adds one line.
  ///
  /// - Parameter body: Appends the JSON value of the one member besides the number and the checksum.
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

  /// Takes out what was added, for the file.
  mutating func takeAll() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in digits.
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

  /// Appends numbers as an array of JSON. They have 64 bits on every platform, as times and identities do.
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
