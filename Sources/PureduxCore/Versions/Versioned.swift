/// A value that carries a version of its contents.
///
/// ``OrderedState`` does, and so does what a property marked with ``Tracked`` gives under its name with `$`. A type of
/// your own takes a new version wherever it changes:
///
/// ```swift
/// struct Canvas: Versioned {
///   private(set) var version = Version()
///   var lines: [String] = [] { didSet { version = Version() } }
/// }
/// ```
public protocol Versioned {
  /// Equal for two values of this type only where their contents are equal.
  var version: Version { get }
}
