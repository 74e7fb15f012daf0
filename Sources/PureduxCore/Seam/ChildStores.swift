/// The children of a store: one for each element of a collection in the state, as long as that element exists.
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
