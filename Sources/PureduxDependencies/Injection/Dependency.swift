/// The value of a dependency in force where it is read.
///
///     @Dependency(\.now) var now
///     let now = Dependency[\.now]
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let entry: any KeyPath<Dependencies, Value> & Sendable

  /// Reads an entry each time that it is asked for its value.
  public init(_ entry: any KeyPath<Dependencies, Value> & Sendable) { self.entry = entry }

  /// Asked for again at each read.
  public var wrappedValue: Value { Dependencies[entry] }

  /// The value of a dependency in force here.
  @inlinable
  public static subscript(_ entry: KeyPath<Dependencies, Value>) -> Value { Dependencies[entry] }
}
