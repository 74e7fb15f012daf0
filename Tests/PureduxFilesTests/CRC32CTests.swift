import Testing

@testable import PureduxFiles

@Suite struct CRC32CTests {
  private func sum(_ text: String, after before: UInt32 = 0) -> UInt32 {
    Array(text.utf8).withUnsafeBytes { CRC32C.sum($0, after: before) }
  }

  @Test func `the checksums are those of RFC 3720`() {
    #expect(sum("123456789") == 0xE306_9283)
    #expect([UInt8](repeating: 0, count: 32).withUnsafeBytes { CRC32C.sum($0, after: 0) } == 0x8A91_36AA)
    #expect((0..<32).map { UInt8($0) }.withUnsafeBytes { CRC32C.sum($0, after: 0) } == 0x46DD_794E)
  }

  @Test func `a checksum is continued`() {
    #expect(sum("56789 and some more", after: sum("1234")) == sum("123456789 and some more"))
  }
}
