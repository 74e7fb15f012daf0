/// The children of a store: one for each element of a part of its state, for as long as the element exists.
///
/// Modules that use the children of a store accept this protocol, so that they do not depend on the module that creates
/// the children.
public protocol ChildStores<ID, Child>: Sendable {
  /// The identity of an element.
  associatedtype ID: Hashable & Sendable
  /// The child of an element, usually a store.
  associatedtype Child: Sendable

  /// Calls `came` for each existing and each new child, and `left` for each removed element.
  ///
  /// `came` and `left` are called in the turn of the change, so they must be fast. Neither closure is called after the
  /// children have ended.
  ///
  /// - Parameters:
  ///   - came: Receives the identity of an element, and its child.
  ///   - left: Receives the identity of a removed element.
  func follow(came: @escaping @Sendable (ID, Child) -> Void, left: @escaping @Sendable (ID) -> Void)
}

/// The rows of a list, with their changes, so that a view never has to compare two lists.
///
/// Modules that display lists accept this protocol, so that they do not depend on the module that creates the rows.
public protocol StoreList<ID>: Sendable {
  /// The identity of a row.
  associatedtype ID: Hashable & Sendable
  /// The identities of the rows, in order.
  associatedtype Rows: RandomAccessCollection & Sendable where Rows.Element == ID

  /// The identity of the store that the rows belong to.
  var store: StoreID { get }

  /// Displays the current rows, then the rows after each change, until the store or the task has ended.
  ///
  /// The closure does not retain the store. The closure's argument is a function that displays the rows, given the
  /// changes since its last call. The changes are nil in the first call, and whenever any row may have changed.
  var showUpdates: @Sendable (_ show: @MainActor (Rows, [ElementChange<ID>]?) -> Void) async -> Void { get }
}
