// The deprecated dependency-injection API of Puredux 2, to be removed in the next major version.

/// Reads an entry of any container, through a property wrapper or a subscript.
@available(*, deprecated, message: "Use `Dependency` or `StoreOf`, or read `Container[\\.entry]`.")
@propertyWrapper
public struct InjectableKeyPath<Container: EntryContainer, Value>: Sendable {
  private let entry: any KeyPath<Container, Value> & Sendable

  /// Creates a wrapper for an entry.
  public init(_ entry: any KeyPath<Container, Value> & Sendable) { self.entry = entry }

  /// The current value of the entry, read on each access.
  public var wrappedValue: Value { Container[entry] }

  /// The current value of an entry.
  public static subscript(_ entry: KeyPath<Container, Value>) -> Value { Container[entry] }
}

extension EntryContainer {
  /// Sets the process-wide value of an entry, replacing its default or an earlier value.
  @available(*, deprecated, message: "Assign to the entry: `Container[\\.entry] = value`.")
  public static func inject<Value>(_ entry: WritableKeyPath<Self, Value>, _ value: Value) {
    self[entry] = value
  }
}
