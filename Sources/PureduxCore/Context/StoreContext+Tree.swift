extension StoreContext {
  private enum RunnerKey: StoreContextKey {
    static var defaultValue: (any StoreRunner)? { nil }
  }

  private enum TapKey: StoreContextKey {
    static var defaultValue: (@Sendable (StoreEvent) -> Void)? { nil }
  }

  /// The runner of trees that are made from now on, whatever their initialisers say; nil to use theirs.
  ///
  /// A context does not keep a `ManualRunner` alive.
  public var runner: (any StoreRunner)? {
    get { self[RunnerKey.self]?.unwrapped }
    set { self[RunnerKey.self] = newValue?.heldByTree }
  }

  /// Called for everything that happens in trees that are made from now on. See `StateStore.tap(_:)`.
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
  /// A reducer that reads its own tree by mistake is then given the state before the turn. Otherwise that state no
  /// longer exists, and the process stops after the report. Keeping it makes the first change of a turn copy what it
  /// changes, so it is off by default in release builds and on in debug builds.
  public var keepsStateBeforeTurn: Bool {
    get { self[KeepsStateBeforeTurnKey.self] }
    set { self[KeepsStateBeforeTurnKey.self] = newValue }
  }
}

extension StoreContext {
  private enum TaskExecutorKey: StoreContextKey {
    static var defaultValue: (any Sendable)? { nil }
  }

  /// The executor on which the tasks of a store prefer to run; nil for the cooperative pool.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var taskExecutor: (any TaskExecutor)? {
    get { self[TaskExecutorKey.self] as? any TaskExecutor }
    set { self[TaskExecutorKey.self] = newValue }
  }

  /// Starts a task with this context in force, on its executor where it has one.
  ///
  /// It is generic as `Task` itself is, so that no closure has to be wrapped in another one to fit.
  @inlinable
  package func startTask<Success: Sendable>(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    isBare ? Task(priority: priority, operation: operation) : startTaskInForce(priority, operation)
  }

  /// Whether a task that is started here would get this very context anyway, and no executor.
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
