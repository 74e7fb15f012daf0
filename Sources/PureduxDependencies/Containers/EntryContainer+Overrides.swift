internal import PureduxCore

extension EntryContainer {
  /// Runs an operation with other values for some entries.
  ///
  /// ```swift
  /// let store = Dependencies.with { $0.now = { .distantPast } } operation: {
  ///   StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
  /// }
  /// ```
  ///
  /// The overrides are in force for the operation and for the tasks that it starts. A store that is created inside
  /// keeps them: its reducers and effects see them on any thread, for as long as the store exists. Other code,
  /// such as tests that run at the same time, does not see them. Scopes may be nested; the innermost value counts.
  ///
  /// - Parameters:
  ///   - change: Sets entries of a container, which begins with the overrides that are in force.
  ///   - operation: Runs with the changed entries.
  /// - Returns: The result of the operation.
  /// - Throws: The error of `change`, in which case the operation does not run, or of the operation.
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

  /// Runs an asynchronous operation with other values for some entries.
  ///
  /// ```swift
  /// await Dependencies.with { $0.now = { .distantPast } } operation: {
  ///   await store.send(.updateTime)
  /// }
  /// ```
  ///
  /// The overrides are in force for the operation and for the tasks that it starts, except detached ones. A store
  /// that is created inside keeps them, and a store that was created outside does not see them.
  ///
  /// - Parameters:
  ///   - change: Sets entries of a container, which begins with the overrides that are in force.
  ///   - isolation: The actor that the operation runs on, by default the caller's.
  ///   - operation: Runs with the changed entries.
  /// - Returns: The result of the operation.
  /// - Throws: The error of `change`, in which case the operation does not run, or of the operation.
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
    var container = current
    try change(&container)
    return container.overrides
  }
}
