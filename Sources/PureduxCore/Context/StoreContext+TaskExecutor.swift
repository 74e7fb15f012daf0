extension StoreContext {
  private enum TaskExecutorKey: StoreContextKey {
    static var defaultValue: (any Sendable)? { nil }
  }

  /// Where the tasks that a store starts prefer to run; nil for the cooperative pool.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var taskExecutor: (any TaskExecutor)? {
    get { self[TaskExecutorKey.self] as? any TaskExecutor }
    set { self[TaskExecutorKey.self] = newValue }
  }

  /// Starts a task with this context in force, on its executor where it has one.
  ///
  /// Generic as `Task` itself is, so that no closure has to be wrapped in others to fit.
  @inlinable
  package func startTask<Success: Sendable>(
    _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    isBare ? Task(operation: operation) : startTaskInForce(operation)
  }

  /// Whether a task that is started here and now would get no other context than this one, and no executor.
  @usableFromInline
  var isBare: Bool { isEmpty && !Self.hasProcessWide.isRaised && Self.current.isEmpty }

  @usableFromInline
  func startTaskInForce<Success: Sendable>(
    _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Self.$current.withValue(self) {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let taskExecutor {
        return Task(executorPreference: taskExecutor, operation: operation)
      }
      return Task(operation: operation)
    }
  }
}
