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
  package func startTask(_ operation: @escaping @Sendable @isolated(any) () async -> Void) -> Task<Void, Never> {
    // Putting an empty context in force costs more than it is worth where nothing is in force anyway.
    if isEmpty, Self.current.isEmpty { return startTaskHere(operation) }
    return Self.$current.withValue(self) { startTaskHere(operation) }
  }

  private func startTaskHere(_ operation: @escaping @Sendable @isolated(any) () async -> Void) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let taskExecutor {
      return Task(executorPreference: taskExecutor, operation: operation)
    }
    return Task(operation: operation)
  }
}
