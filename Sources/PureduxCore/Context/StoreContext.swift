/// A key for a value in the context, with the default value.
///
/// ```swift
/// enum UserNameKey: StoreContextKey {
///   static var defaultValue: String { "nobody" }
/// }
///
/// extension StoreContext {
///   var userName: String {
///     get { self[UserNameKey.self] }
///     set { self[UserNameKey.self] = newValue }
///   }
/// }
/// ```
public protocol StoreContextKey {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The value to use if none was set.
  static var defaultValue: Value { get }
}

/// The current environment of a store tree's code: the misuse reporter, the source of identities, the clock, the
/// executor, and values of other modules under their own keys.
///
/// A root store captures the current context when it is created. A child overlays the context that is current when the
/// child is created on its parent's context. The resulting context is current whenever the store's reducers, effects
/// and props run, on any thread.
///
/// ```swift
/// let quiet = StoreContext.with { $0.misuseReporter = MisuseReporter { _ in } } operation: {
///   StateStore(0) { (count: inout Int, action: Int) in count += action }
/// }
/// ```
public struct StoreContext: Sendable {
  /// The current context: the context of the innermost `with` or store, otherwise an empty context.
  @TaskLocal public static var current = StoreContext()

  private var storage: Storage?

  /// Creates an empty context, with the default value of every key.
  package init() {}

  /// Whether no value was set.
  @usableFromInline
  package var isEmpty: Bool { storage == nil }

  /// The value set in this context, otherwise the process-wide value, otherwise the key's default.
  public subscript<Key: StoreContextKey>(key: Key.Type) -> Key.Value {
    get {
      if storage == nil, !Self.hasProcessWide.isRaised { return Key.defaultValue }
      let id = ObjectIdentifier(key)
      // Cast only if there is a value: nil would be cast successfully to an optional `Key.Value`.
      guard let value = storage?.values[id] ?? Self.processWide.withLock({ $0[id] }) else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { storage = Storage((storage?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }) }
  }

  /// Runs `operation` with a changed copy of the current context.
  ///
  /// Stores created in `operation` keep the changed context.
  public static func with<Result>(
    _ change: (inout StoreContext) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    var context = current
    try change(&context)
    return try $current.withValue(context, operation: operation)
  }

  /// Runs `operation` with a changed copy of the current context.
  ///
  /// Stores created in `operation` keep the changed context.
  public static func with<Result>(
    _ change: (inout StoreContext) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    var context = current
    try change(&context)
    return try await $current.withValue(context, operation: operation)
  }

  /// Runs `body` with `context` as the current context. If `context` is nil, the current context does not change.
  @inlinable
  package static func inForce(_ context: StoreContext?, _ body: () -> Void) {
    if let context { $current.withValue(context, operation: body) } else { body() }
  }

  /// Sets a process-wide value, used from now on by every context without its own value for the key.
  package static func setProcessWide<Key: StoreContextKey>(_ key: Key.Type, to value: Key.Value) {
    // The old value is released outside the lock, because its `deinit` may call back.
    _ = processWide.withLock { $0.updateValue(value, forKey: ObjectIdentifier(key)) }
    hasProcessWide.raise()
  }

  /// Returns these values overlaid with the values of `other`; nil if that changes nothing.
  @usableFromInline
  package func overlaid(with other: StoreContext) -> StoreContext? {
    guard let theirs = other.storage, theirs !== storage else { return nil }
    var result = self
    result.storage = Storage(
      (storage?.values ?? [:]).merging(theirs.values) { below, above in
        (above as? any OverlaidContextValue)?.overlaid(on: below) ?? above
      })
    return result
  }

  static let hasProcessWide = AtomicFlag()
  private static let processWide = Guarded<[ObjectIdentifier: any Sendable]>([:])

  /// A class, so that passing a context costs one retain, and two contexts can be compared by pointer.
  private final class Storage: Sendable {
    let values: [ObjectIdentifier: any Sendable]
    init(_ values: [ObjectIdentifier: any Sendable]) { self.values = values }
  }
}

/// A context value that is overlaid part by part. Any other value is replaced as a whole.
package protocol OverlaidContextValue: Sendable {
  /// Returns this value, completed with the parts that only `below` sets.
  func overlaid(on below: any Sendable) -> any Sendable
}

extension StoreContext {
  private enum RunnerKey: StoreContextKey {
    static var defaultValue: (any StoreRunner)? { nil }
  }

  private enum TapKey: StoreContextKey {
    static var defaultValue: (@Sendable (StoreEvent) -> Void)? { nil }
  }

  /// The runner of trees created in this context; nil to use the runner that the initializer receives.
  ///
  /// A context does not retain a `ManualRunner`.
  public var runner: (any StoreRunner)? {
    get { self[RunnerKey.self]?.unwrapped }
    set { self[RunnerKey.self] = newValue?.heldByTree }
  }

  /// Called for all events of trees created in this context. See `StateStore.tap(_:)`.
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

  /// Whether a tree keeps a copy of its state while the reducers of a turn change the state.
  ///
  /// A reducer that reads its own tree by mistake then receives the state before the turn. Without a copy, the state
  /// before the turn no longer exists, and the process traps after the report. With a copy, the first change of a turn
  /// copies the changed storage, so the option is off by default in release builds and on in debug builds.
  public var keepsStateBeforeTurn: Bool {
    get { self[KeepsStateBeforeTurnKey.self] }
    set { self[KeepsStateBeforeTurnKey.self] = newValue }
  }
}

extension StoreContext {
  private enum TaskExecutorKey: StoreContextKey {
    static var defaultValue: (any Sendable)? { nil }
  }

  /// The preferred executor of a store's tasks; nil for the cooperative pool.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var taskExecutor: (any TaskExecutor)? {
    get { self[TaskExecutorKey.self] as? any TaskExecutor }
    set { self[TaskExecutorKey.self] = newValue }
  }

  /// Starts a task with this context as the current one, on the context's executor if there is one.
  ///
  /// Generic like `Task` itself, so that no closure needs a reabstraction thunk.
  @inlinable
  package func startTask<Success: Sendable>(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    isBare ? Task(priority: priority, operation: operation) : startTaskInForce(priority, operation)
  }

  /// Whether a task started now would inherit exactly this context, and no executor.
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
