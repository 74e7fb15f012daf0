import PureduxCore

/// A random number generator that repeats its numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    defer { state &+= 1 }
    return IdentitySource.mix(state)
  }
}
