/// A random secret. Only a client that sends it sees anything of the program.
struct AccessKey: Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// A key of 128 bits from the system's source of randomness.
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
