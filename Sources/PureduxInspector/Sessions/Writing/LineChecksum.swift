/// Tells whether bytes are those that were written: FNV-1a, which finds accidents and stops nobody who means to forge.
struct LineChecksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The checksum of a line with its number, so that no line can stand in another's place.
  static func of(line: Int, _ content: ArraySlice<UInt8>) -> UInt64 {
    var checksum = LineChecksum()
    withUnsafeBytes(of: UInt64(line).littleEndian) { checksum.add($0) }
    // SAFETY: the bytes are read inside of the call alone, which the slice outlives.
    content.withUnsafeBufferPointer { checksum.add($0) }
    return checksum.value
  }

  /// 16 digits.
  static func text(_ value: UInt64) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<16).map { digits[Int(value >> (60 - 4 * UInt64($0)) & 15)] }
  }
}
