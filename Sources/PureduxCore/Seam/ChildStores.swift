/// The children of a store: one for each element of a part of its state, for as long as the element is there.
///
/// A module that does something with the children of a store takes this, and need not know which module makes them.
public protocol ChildStores<ID, Child>: Sendable {
  /// What tells one element from another.
  associatedtype ID: Hashable & Sendable
  /// What is there for an element: mostly a store.
  associatedtype Child: Sendable

  /// Calls `came` for all children that are there and for each that comes, and `left` for each whose element leaves.
  ///
  /// Children come and leave in turns, and both closures are called there, so they must be quick. Following ends with the
  /// children.
  ///
  /// - Parameters:
  ///   - came: Given the identity of an element, and its child.
  ///   - left: Given the identity of an element that has left.
  func follow(came: @escaping @Sendable (ID, Child) -> Void, left: @escaping @Sendable (ID) -> Void)
}
