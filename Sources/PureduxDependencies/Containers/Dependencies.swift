/// What the logic of an application needs from the world outside: the time, a network client, a folder.
///
///     extension Dependencies { @DependencyEntry public var now = { Date() } }
///
///     let now = Dependency[\.now]
///     Dependencies[\.now] = { .distantPast }
public struct Dependencies: EntryContainer {
  public var overrides = EntryOverrides()

  /// One that says nothing differently from the process.
  @inlinable
  public init() {}
}
