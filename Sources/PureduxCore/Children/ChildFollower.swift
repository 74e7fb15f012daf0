/// Told of the children that come and leave, in the turn in which they do.
@frozen
@usableFromInline
struct ChildFollower<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  @usableFromInline let came: @Sendable (ID, Child) -> Void
  @usableFromInline let left: @Sendable (ID) -> Void
}

extension Children {
  /// Calls `came` for all children that are there and for each that comes, and `left` for each whose element leaves.
  package func follow(came: @escaping @Sendable (ID, Child) -> Void, left: @escaping @Sendable (ID) -> Void) {
    storage.add(ChildFollower(came: came, left: left))
  }
}
