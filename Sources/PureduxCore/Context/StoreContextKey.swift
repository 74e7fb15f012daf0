/// Names one value of the context, and what it is where nobody set it.
public protocol StoreContextKey {
  /// What the context keeps under this key.
  associatedtype Value: Sendable
  /// The value where nobody set one.
  static var defaultValue: Value { get }
}
