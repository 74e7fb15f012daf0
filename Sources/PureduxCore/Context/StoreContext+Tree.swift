extension StoreContext {
  private enum RunnerKey: StoreContextKey {
    static var defaultValue: (any StoreRunner)? { nil }
  }

  private enum TapKey: StoreContextKey {
    static var defaultValue: (@Sendable (StoreEvent) -> Void)? { nil }
  }

  /// Where trees made from now on run, whatever their initialisers say; nil to do as they say.
  public var runner: (any StoreRunner)? {
    get { self[RunnerKey.self] }
    set { self[RunnerKey.self] = newValue }
  }

  /// Called with all that happens in trees made from now on, from their first turn. See `StateStore.tap`.
  public var tap: (@Sendable (StoreEvent) -> Void)? {
    get { self[TapKey.self] }
    set { self[TapKey.self] = newValue }
  }
}

extension StoreContext {
  private enum KeepsStateBeforeTurnKey: StoreContextKey {
    static var defaultValue: Bool {
      var isDebug = false
      assert(
        {
          isDebug = true
          return true
        }())
      return isDebug
    }
  }

  /// Whether a tree keeps its state while the reducers of a turn change it.
  ///
  /// A reducer that reads its own tree by mistake then gets the state before the turn; where nothing is
  /// kept there is no such state any more, and after its report the process stops. It costs what the
  /// change would cost on a shared copy, so it is off in release builds unless it is asked for.
  public var keepsStateBeforeTurn: Bool {
    get { self[KeepsStateBeforeTurnKey.self] }
    set { self[KeepsStateBeforeTurnKey.self] = newValue }
  }
}

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
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    isBare ? Task(priority: priority, operation: operation) : startTaskInForce(priority, operation)
  }

  /// Whether a task that is started here and now would get no other context than this one, and no executor.
  @usableFromInline
  var isBare: Bool { isEmpty && !Self.hasProcessWide.isRaised && Self.current.isEmpty }

  @usableFromInline
  func startTaskInForce<Success: Sendable>(
    _ priority: TaskPriority?, _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Self.$current.withValue(self) {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let taskExecutor {
        return Task(executorPreference: taskExecutor, priority: priority, operation: operation)
      }
      return Task(priority: priority, operation: operation)
    }
  }
}
