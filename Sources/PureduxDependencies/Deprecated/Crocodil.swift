// A name of the package that Puredux 2 took its dependencies from. It goes with the next major version.

/// The value of an entry in force where it is read, of any container.
@available(*, deprecated, message: "Use `Dependency` or `StoreOf`, or read `Container[\\.entry]`.")
@propertyWrapper
public struct InjectableKeyPath<Container: EntryContainer, Value>: Sendable {
  private let entry: any KeyPath<Container, Value> & Sendable

  /// Reads an entry each time that it is asked for its value.
  public init(_ entry: any KeyPath<Container, Value> & Sendable) { self.entry = entry }

  /// Asked for again at each read.
  public var wrappedValue: Value { Container[entry] }

  /// The value of an entry in force here.
  public static subscript(_ entry: KeyPath<Container, Value>) -> Value { Container[entry] }
}
