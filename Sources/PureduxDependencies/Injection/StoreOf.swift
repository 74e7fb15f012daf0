/// A shared store, as it is in force where it is read.
///
///     @StoreOf(\.root) var store
///     let store = StoreOf(\.root).with(ViewState()) { state, action in state.reduce(action) }
@propertyWrapper
public struct StoreOf<Value>: Sendable {
  private let entry: any KeyPath<SharedStores, Value> & Sendable

  /// Reads an entry each time that it is asked for its store.
  public init(_ entry: any KeyPath<SharedStores, Value> & Sendable) { self.entry = entry }

  /// Asked for again at each read.
  public var wrappedValue: Value { SharedStores[entry] }

  /// A shared store in force here.
  @inlinable
  public static subscript(_ entry: KeyPath<SharedStores, Value>) -> Value { SharedStores[entry] }
}
