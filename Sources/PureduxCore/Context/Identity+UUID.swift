// No other file in this module imports Foundation. FoundationEssentials is sufficient where it is available.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Identity {
  /// Creates an identity from a UUID.
  public init(_ uuid: UUID) {
    // SAFETY: a UUID has 16 bytes. Each load reads eight bytes and requires no alignment.
    let (first, second) = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(source: first, number: second)
  }
}

@available(*, deprecated, message: "Pass the closure to `subscribe`, and retain the subscription that it returns.")
extension Observer {
  /// Creates an observer that is called until it returns `.dead` or the store is released.
  ///
  /// - Parameters:
  ///   - id: A store treats observers with the same id as the same observer. If `id` is nil, a unique id is created.
  ///   - observe: Called after the reducers, on the store's runner.
  public init(id: UUID? = nil, observe: @escaping @Sendable (_ state: State) -> ObserverStatus) {
    self.init(identity: id.map(Identity.init) ?? Identity(), observe: observe)
  }
}

// SwiftDux API, to be removed in the next major version.
extension OrderedState where Element.ID == UUID {
  /// The element with the given id. Setting nil removes the element; setting an element for a new id appends the
  /// element.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public subscript(id: UUID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
  }
}
