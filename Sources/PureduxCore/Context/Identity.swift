/// An identity that is unique by default, and the same again when a run is repeated from the same seed.
///
/// It is made from a counter, which costs a few nanoseconds; making a `UUID` costs microseconds on Linux.
public struct Identity: Hashable, Codable, Sendable {
  private let source: UInt64
  private let number: UInt64

  package init(source: UInt64, number: UInt64) {
    self.source = source
    self.number = number
  }

  /// The two words that it is made of.
  var words: (UInt64, UInt64) { (source, number) }

  /// Makes the next identity of the context in force.
  public init() { self = StoreContext.current.identities.next() }

  /// Returns a number that depends on this identity and `number` alone, with its bits well spread.
  package func spread(with number: UInt64) -> UInt64 {
    IdentitySource.mix(source ^ IdentitySource.mix(self.number ^ IdentitySource.mix(number)))
  }
}

extension Identity {
  /// All of it as 32 hexadecimal digits, for example as the idempotency key of a request.
  public var text: String {
    [source, number].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension Identity: CustomStringConvertible {
  /// A short form for logs: the last digits of the source, and the number.
  public var description: String { String(source & 0xFFFF, radix: 16) + "-" + String(number, radix: 16) }
}
