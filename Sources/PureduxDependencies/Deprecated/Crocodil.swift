// The name of the package that Puredux 2 took its dependencies from. It will be removed with the next major version.

/// Reads an entry of any container, as a property wrapper or by subscript.
@available(*, deprecated, message: "Use `Dependency` or `StoreOf`, or read `Container[\\.entry]`.")
@propertyWrapper
public struct InjectableKeyPath<Container: EntryContainer, Value>: Sendable {
  private let entry: any KeyPath<Container, Value> & Sendable

  /// Creates a wrapper for an entry.
  public init(_ entry: any KeyPath<Container, Value> & Sendable) { self.entry = entry }

  /// The value of the entry that is in force, read anew each time.
  public var wrappedValue: Value { Container[entry] }

  /// The value of an entry that is in force.
  public static subscript(_ entry: KeyPath<Container, Value>) -> Value { Container[entry] }
}
