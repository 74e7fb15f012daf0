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

/// The rows of a list, which tell what changed in them, so that whoever shows them never compares two lists.
///
/// A module that shows lists takes this, and need not know which module makes them.
public protocol StoreList<ID>: Sendable {
  /// What tells one row from another.
  associatedtype ID: Hashable & Sendable
  /// The identities of the rows, in their order.
  associatedtype Rows: RandomAccessCollection & Sendable where Rows.Element == ID

  /// The store whose rows these are.
  var store: StoreID { get }

  /// Shows the rows at first, and again when some of them have changed, until the store or the task has ended.
  ///
  /// The closure does not keep the store alive. It is given what shows the rows and the changes since the rows were shown
  /// last: nil at first, and where every row may have changed.
  var showUpdates: @Sendable (_ show: @MainActor (Rows, [ElementChange<ID>]?) -> Void) async -> Void { get }
}
