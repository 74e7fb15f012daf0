/// Reads an entry of `Dependencies`, as a property wrapper or by subscript.
///
/// ```swift
/// struct Greeting {
///   @Dependency(\.now) var now
///   func text() -> String { "It is \(now())" }
/// }
///
/// let now = Dependency[\.now]
/// ```
///
/// The wrapper stores the key path, not the value: each read returns the value that is in force at that moment,
/// with the overrides of the innermost `Dependencies.with`, or of the store whose code is running.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let entry: any KeyPath<Dependencies, Value> & Sendable

  /// Creates a wrapper for an entry. The entry is not read before the wrapped value is.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  public init(_ entry: any KeyPath<Dependencies, Value> & Sendable) { self.entry = entry }

  /// The value of the entry that is in force, read anew each time.
  public var wrappedValue: Value { Dependencies[entry] }

  /// The value of an entry that is in force.
  ///
  /// ```swift
  /// let time = Dependency[\.now]()
  /// ```
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript(_ entry: KeyPath<Dependencies, Value>) -> Value { Dependencies[entry] }
}
