/// Names one value of the context, and what it is where nobody set it.
///
/// ```swift
/// enum UserNameKey: StoreContextKey {
///   static var defaultValue: String { "nobody" }
/// }
///
/// extension StoreContext {
///   var userName: String {
///     get { self[UserNameKey.self] }
///     set { self[UserNameKey.self] = newValue }
///   }
/// }
/// ```
public protocol StoreContextKey {
  /// What the context keeps under this key.
  associatedtype Value: Sendable
  /// The value where nobody set one.
  static var defaultValue: Value { get }
}
