/// The checksum of a record: CRC-32C, computed eight bytes at a time.
package enum CRC32C {
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Eight lookup tables of 256 entries each. Table `n` maps a byte to the checksum of that byte followed by `n` zero
  /// bytes.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ polynomial : sum >> 1 }
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
    }
    return tables
  }()

  /// Extends the checksum `before` by `bytes`, and returns the result.
  // SAFETY: all offsets are in bounds, and the caller keeps the bytes valid during the call.
  package static func sum(_ bytes: UnsafeRawBufferPointer, after before: UInt32) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var (sum, position) = (~before, 0)
      while bytes.count - position >= 8 {
        let eight = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(sum)
        sum = 0
        for byte in 0..<8 { sum ^= tables[(7 - byte) * 256 + Int(truncatingIfNeeded: eight >> (8 * byte) & 0xFF)] }
        position += 8
      }
      while position < bytes.count {
        sum = (sum >> 8) ^ tables[Int((sum ^ UInt32(bytes[position])) & 0xFF)]
        position += 1
      }
      return ~sum
    }
  }
}
