/// The container of external dependencies: the current time, a network client, a folder.
///
/// Declare each dependency as an entry in an extension, with its default. Reducers, effects and any other code read
/// it by key path, with ``Dependency`` or with the type's subscript:
///
/// ```swift
/// extension Dependencies {
///   @DependencyEntry var rollDice = { Int.random(in: 1...6) }
/// }
///
/// func playTurn() -> Int { Dependency[\.rollDice]() + Dependency[\.rollDice]() }
/// ```
///
/// `Dependencies.with` overrides entries for one operation and for the stores created in it, as tests do.
@frozen
public struct Dependencies: EntryContainer {
  public var overrides = EntryOverrides()

  /// Creates a container that overrides nothing.
  @inlinable
  public init() {}
}

/// Declares a dependency: an entry of a container, whose initial value is its default.
///
/// ```swift
/// extension Dependencies {
///   @DependencyEntry var rollDice = { Int.random(in: 1...6) }
///   @DependencyEntry var api: any APIClient = LiveClient()
/// }
///
/// func playTurn() -> Int { Dependency[\.rollDice]() + Dependency[\.rollDice]() }
/// ```
///
/// Attach it to a `var` with an initial value, in ``Dependencies`` or another container. The initial value is evaluated
/// once, when the entry is first read, and never if the entry was set before. The macro writes the accessors of the
/// property and a private `EntryStorage` with the default; ``EntryStorage`` shows both. A declaration that cannot be an
/// entry, for example a `let` or a computed property, is an error with the reason.
///
/// The property may belong to the main actor, or to another global actor whose name ends in `Actor`.
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro DependencyEntry() = #externalMacro(module: "PureduxMacros", type: "DependencyEntryMacro")

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
/// The wrapper stores the key path, not the value: each read returns the current value, with the overrides of the
/// innermost `Dependencies.with`, or of the store whose code is running.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let entry: any KeyPath<Dependencies, Value> & Sendable

  /// Creates a wrapper for an entry. The entry is not read until `wrappedValue` is.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  public init(_ entry: any KeyPath<Dependencies, Value> & Sendable) { self.entry = entry }

  /// The current value of the entry, read anew each time.
  public var wrappedValue: Value { Dependencies[entry] }

  /// The current value of an entry.
  ///
  /// ```swift
  /// let time = Dependency[\.now]()
  /// ```
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript(_ entry: KeyPath<Dependencies, Value>) -> Value { Dependencies[entry] }
}
