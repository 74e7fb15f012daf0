/// Random numbers that depend only on a seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The same seed gives the same numbers, on every machine.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    defer { state &+= 0x9E37_79B9_7F4A_7C15 }
    return IdentitySource.mix(state)
  }
}
