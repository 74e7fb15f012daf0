/// The container of what an application needs from outside: the time, a network client, a folder.
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
