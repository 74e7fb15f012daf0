/// Reads a shared store from `SharedStores`, as a property wrapper or by subscript.
///
/// ```swift
/// final class Screen {
///   @StoreOf(\.root) var root
///   let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
/// }
///
/// let root = StoreOf[\.root]
/// ```
///
/// The wrapper stores the key path, not the store: each read returns the store that is in force at that moment. The
/// first read creates it.
@propertyWrapper
public struct StoreOf<Value>: Sendable {
  private let entry: any KeyPath<SharedStores, Value> & Sendable

  /// Creates a wrapper for a shared store. The store is not created before the wrapped value is read.
  ///
  /// - Parameter entry: The key path of the entry in `SharedStores`.
  public init(_ entry: any KeyPath<SharedStores, Value> & Sendable) { self.entry = entry }

  /// The shared store that is in force, read anew each time.
  public var wrappedValue: Value { SharedStores[entry] }

  /// The shared store that is in force.
  ///
  /// ```swift
  /// StoreOf[\.root].dispatch(.updateTime)
  /// ```
  ///
  /// - Parameter entry: The key path of the entry in `SharedStores`.
  @inlinable
  public static subscript(_ entry: KeyPath<SharedStores, Value>) -> Value { SharedStores[entry] }
}
