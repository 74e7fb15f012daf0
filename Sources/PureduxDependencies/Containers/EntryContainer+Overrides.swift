internal import PureduxCore

extension EntryContainer {
  /// Runs `operation` with other values for some entries, for it and for all that it starts.
  ///
  /// A store that is made inside keeps them: its reducers and effects see them on whatever thread they
  /// run, and as long as the store lives. Elsewhere, and in tests that run at the same time, nothing
  /// changes. Scopes nest; the innermost value is the one in force.
  public static func with<Result>(
    _ change: (inout Self) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let overrides = try overrides(changedBy: change)
    return try StoreContext.with {
      $0.entryOverrides = overrides
    } operation: {
      try operation()
    }
  }

  /// Runs `operation` with other values for some entries, for it and for all that it starts.
  public static func with<Result>(
    _ change: (inout Self) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    let overrides = try overrides(changedBy: change)
    return try await StoreContext.with {
      $0.entryOverrides = overrides
    } operation: {
      try await operation()
    }
  }

  private static func overrides(changedBy change: (inout Self) throws -> Void) rethrows -> EntryOverrides {
    var container = inForce
    try change(&container)
    return container.overrides
  }
}
