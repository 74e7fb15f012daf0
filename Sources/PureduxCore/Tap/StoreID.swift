/// Which store of which tree, for tools that watch several.
public struct StoreID: Hashable, Sendable {
  /// The tree's own identity, in the order of its making where identities are seeded.
  public let tree: Identity
  /// Stores of one tree are numbered in the order they were made.
  public let number: UInt64
}
