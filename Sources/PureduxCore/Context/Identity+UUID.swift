// The only file of this module that needs Foundation, of which the essentials are enough.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Identity {
  /// Makes the identity that stands for a UUID.
  public init(_ uuid: UUID) {
    // SAFETY: a UUID has 16 bytes, of which the loads read one half each, wherever they are aligned.
    let (first, second) = withUnsafeBytes(of: uuid.uuid) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(source: first, number: second)
  }
}

extension Observer {
  /// Makes an observer that is called until it returns `.dead` or the store is gone.
  ///
  /// - Parameters:
  ///   - id: Observers with the same id are the same to a store. Unique when it is nil.
  ///   - observe: Called where the store's reducers run, after them.
  public init(id: UUID? = nil, observe: @escaping Observe) {
    self.init(identity: id.map(Identity.init), owner: nil, equating: nil, observe: observe)
  }
}

// A name of SwiftDux, which goes with the next major version.
extension OrderedState where Element.ID == UUID {
  /// The element with an id; writing nil removes it, and writing a new one appends it.
  @available(*, deprecated, message: "Use `[id: id]`.")
  public subscript(id: UUID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
  }
}
