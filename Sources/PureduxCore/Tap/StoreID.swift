/// Which store of which tree, for tools that watch several.
///
/// A store and its projections (made by `map(state:)` and its like) have one identity; a child made by `with` has one of
/// its own. It stays the same for as long as the store exists, and is never used again in the process.
public struct StoreID: Hashable, Sendable {
  /// The tree's own identity, in the order of its making where identities are seeded.
  public let tree: Identity
  /// Stores of one tree are numbered in the order they were made.
  public let number: UInt64
}
