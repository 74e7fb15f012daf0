/// Names one value of the context, and what it is where nobody set it.
public protocol StoreContextKey {
  associatedtype Value: Sendable
  static var defaultValue: Value { get }
}
