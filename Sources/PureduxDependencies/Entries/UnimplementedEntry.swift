internal import PureduxCore

extension EntryContainer {
  /// Returns a function that reports each call and throws an error, for an entry without a default.
  ///
  /// Use this method if a default could do harm in a test that does not override the entry, for example by sending a
  /// request to a server. The report names the entry and explains the fix; a `TestStore` fails its test with the
  /// report.
  ///
  /// ```swift
  /// extension Dependencies {
  ///   @DependencyEntry var loadName: @Sendable (Int) async throws -> String = Dependencies.unimplemented("loadName")
  /// }
  ///
  /// func startProgram() { Dependencies[\.loadName] = { id in "Name \(id)" } }
  /// ```
  ///
  /// - Parameter name: The name of the entry, for the report.
  /// - Returns: A function that accepts any arguments and throws ``UnimplementedEntry``.
  public static func unimplemented<each Argument, Result>(
    _ name: String
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (_: repeat each Argument) in
      StoreContext.current.report(
        .unimplementedEntry(name, of: "\(Self.self)", so: "it threw an `UnimplementedEntry`"))
      throw UnimplementedEntry(name: name)
    }
  }

  /// Returns a function that reports each call and returns a substitute, for an entry without a default.
  ///
  /// Use this method for entries whose functions do not throw:
  ///
  /// ```swift
  /// extension Dependencies {
  ///   @DependencyEntry var rollDice: @Sendable () -> Int = Dependencies.unimplemented("rollDice", returning: 1)
  ///   @DependencyEntry var log: @Sendable (String) -> Void = Dependencies.unimplemented("log", returning: ())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the entry, for the report.
  ///   - result: The value that each call returns.
  /// - Returns: A function that accepts any arguments.
  public static func unimplemented<each Argument, Result: Sendable>(
    _ name: String, returning result: Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (_: repeat each Argument) in
      StoreContext.current.report(
        .unimplementedEntry(name, of: "\(Self.self)", so: "it returned the substitute `\(result)`"))
      return result
    }
  }
}

/// The error thrown by the function of an entry without a default.
public struct UnimplementedEntry: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the entry.
  let name: String

  /// A message that contains the name of the entry.
  public var description: String { "the entry `\(name)` has no implementation" }
}

extension Misuse {
  static func unimplementedEntry(_ name: String, of container: String, so consequence: String) -> Misuse {
    Misuse(
      "the entry `\(name)` was called, but has no implementation",
      so: consequence,
      fix: """
        in a test, make the store inside `\(container).with { $0.\(name) = … } operation: { … }`; in the program, set \
        `\(container)[\\.\(name)]` before the first store is made
        """)
  }
}
