/// Says which of several things that could run next does: the first, or one that a seed chooses.
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

  /// In an order that depends on the seed alone.
  public static func seeded(_ seed: UInt64) -> Schedule { Schedule(seed: seed) }

  /// The place of the next among `count`; nil when there are none.
  mutating func pick(from count: Int) -> Int? {
    guard count > 0 else { return nil }
    return seed == nil ? 0 : Int.random(in: 0..<count, using: &random)
  }
}

extension Schedule: CustomStringConvertible {
  public var description: String { seed.map { "seed \($0)" } ?? "in order" }
}
