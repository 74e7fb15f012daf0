/// A random secret. Only a client that sends it sees anything of the program.
struct AccessKey: Sendable {
  static let shortest = 16

  let text: String

  /// A key of one's own; nil if it is short, or has characters that an address would have to escape.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard text.utf8.count >= Self.shortest, isPlain else { return nil }
    self.text = text
  }

  /// A key of 128 bits, as 32 hexadecimal digits, from the system's source of randomness.
  init() {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits[Int.random(in: 0..<16, using: &random)] })
  }

  /// Compares in a time that depends on the lengths alone, so that no digit can be found by itself.
  func matches(_ other: some StringProtocol) -> Bool {
    let (ours, theirs) = (Array(text.utf8), Array(other.utf8))
    guard ours.count == theirs.count else { return false }
    return zip(ours, theirs).reduce(0) { differing, digits in differing | (digits.0 ^ digits.1) } == 0
  }
}
