/// Chooses which of several possible steps runs next: the first, or one chosen by a seed.
///
/// A program must not depend on the order in which ready pieces of work run. A seeded schedule tries an order that
/// depends only on the seed, so a failing test fails again with the same seed.
public struct Schedule: Sendable {
  /// The seed; nil for the order of arrival.
  public let seed: UInt64?
  private var random: SeededGenerator

  private init(seed: UInt64?) {
    self.seed = seed
    random = SeededGenerator(seed: seed ?? 0)
  }

  /// In order of arrival.
  public static let inOrder = Schedule(seed: nil)

  /// In an order that depends only on the seed.
  public static func seeded(_ seed: UInt64) -> Schedule { Schedule(seed: seed) }

  /// The index of the next step among `count`; nil if there are none.
  mutating func pick(from count: Int) -> Int? {
    guard count > 0 else { return nil }
    return seed == nil ? 0 : Int.random(in: 0..<count, using: &random)
  }
}

extension Schedule: CustomStringConvertible {
  public var description: String { seed.map { "seed \($0)" } ?? "in order" }
}
