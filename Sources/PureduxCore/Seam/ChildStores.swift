/// The children of a store: one for each element of a collection in the state, as long as that element exists.
///
/// Modules that use the children of a store accept this protocol, so that they do not depend on the module that creates
/// the children.
public protocol ChildStores<ID, Child>: Sendable {
  /// The identity of an element.
  associatedtype ID: Hashable & Sendable
  /// The child of an element, usually a store.
  associatedtype Child: Sendable

  /// Calls `inserted` for each existing and each new child, and `removed` for each removed element.
  ///
  /// `inserted` and `removed` are called in the turn of the change, so they must be fast. Neither closure is called after
  /// the children have ended.
  ///
  /// - Parameters:
  ///   - inserted: Receives the identity of an element, and its child.
  ///   - removed: Receives the identity of a removed element.
  func observe(inserted: @escaping @Sendable (ID, Child) -> Void, removed: @escaping @Sendable (ID) -> Void)
}
