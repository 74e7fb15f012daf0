/// A key for a context value, with the default for that value.
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
  /// The type of the key's value.
  associatedtype Value: Sendable
  /// The key's value in a context where no value was set for the key.
  static var defaultValue: Value { get }
}

/// The environment in which the code of a store tree runs. A context provides the misuse reporter, the source of
/// identities, the clock, the executor, and values that other modules define under their own keys.
///
/// A root store captures the current context when it is created. A child store captures its parent's context, overlaid
/// with the context that is current when the child is created. A store's context is current whenever its reducers,
/// effects and props run, on any thread.
///
/// ```swift
/// let quiet = StoreContext.with { $0.misuseReporter = MisuseReporter { _ in } } operation: {
///   StateStore(0) { (count: inout Int, action: Int) in count += action }
/// }
/// ```
public struct StoreContext: Sendable {
  /// The context of the innermost enclosing `with` or store; an empty context if there is none.
  @TaskLocal public static var current = StoreContext()

  private var storage: Storage?

  /// Creates an empty context, in which no value is set.
  package init() {}

  /// Whether this context contains no values.
  @usableFromInline
  package var isEmpty: Bool { storage == nil }

  /// The value set in this context, otherwise the process-wide value, otherwise the key's default.
  public subscript<Key: StoreContextKey>(key: Key.Type) -> Key.Value {
    get {
      if storage == nil, !Self.hasProcessWide.isRaised { return Key.defaultValue }
      let id = ObjectIdentifier(key)
      // Check for a value before casting: a cast of nil to an optional `Key.Value` would succeed.
      guard let value = storage?.values[id] ?? Self.processWide.withLock({ $0[id] }) else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { storage = Storage((storage?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }) }
  }

  /// Runs `operation` with a modified copy of the current context.
  ///
  /// Stores created in `operation` keep the modified context.
  public static func with<Result>(
    _ change: (inout StoreContext) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    var context = current
    try change(&context)
    return try $current.withValue(context, operation: operation)
  }

  /// Runs `operation` with a modified copy of the current context.
  ///
  /// Stores created in `operation` keep the modified context.
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

  /// Sets a process-wide value for a key, used by every context that sets no value for that key.
  package static func setProcessWide<Key: StoreContextKey>(_ key: Key.Type, to value: Key.Value) {
    // Release the old value outside the lock, because its `deinit` may acquire the lock again.
    _ = processWide.withLock { $0.updateValue(value, forKey: ObjectIdentifier(key)) }
    hasProcessWide.raise()
  }

  /// Returns this context overlaid with the values of `other`; nil if the overlay changes nothing.
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

  /// The storage is a class, so that passing a context costs one retain, and contexts can be compared by identity.
  private final class Storage: Sendable {
    let values: [ObjectIdentifier: any Sendable]
    init(_ values: [ObjectIdentifier: any Sendable]) { self.values = values }
  }
}

/// A context value that can be combined with the value that it overlays. A context value of any other type replaces the
/// overlaid value.
package protocol OverlaidContextValue: Sendable {
  /// Returns the combination of this value and the overlaid value, `below`.
  func overlaid(on below: any Sendable) -> any Sendable
}

extension StoreContext {
  private enum RunnerKey: StoreContextKey {
    static var defaultValue: (any StoreRunner)? { nil }
  }

  private enum TapKey: StoreContextKey {
    static var defaultValue: (@Sendable (StoreEvent) -> Void)? { nil }
  }

  /// The runner of trees created in this context; nil to use the runner passed to the initializer.
  ///
  /// A context does not retain a `ManualRunner`.
  public var runner: (any StoreRunner)? {
    get { self[RunnerKey.self]?.unwrapped }
    set { self[RunnerKey.self] = newValue?.heldByTree }
  }

  /// Called with each event of the trees created in this context. See `StateStore.tap(_:)`.
  public var tap: (@Sendable (StoreEvent) -> Void)? {
    get { self[TapKey.self] }
    set { self[TapKey.self] = newValue }
  }
}

extension StoreContext {
  private enum KeepsStateBeforeTurnKey: StoreContextKey {
    static var defaultValue: Bool {
      let isDebug = AtomicFlag()
      assert(isDebug.raise())
      return isDebug.isRaised
    }
  }

  /// Whether a tree keeps a copy of its state while the reducers of a turn change the state.
  ///
  /// With a copy of the state, a reducer that mistakenly reads its own tree receives the state from before the turn.
  /// Without a copy, a reducer's read of its own tree is reported, and the process traps. While a copy is kept, the
  /// first change in a turn triggers a copy-on-write of the changed storage, so this option is on by default only in
  /// debug builds.
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

  /// Starts a task with this context as its current context, on the context's executor if it has one.
  ///
  /// This method is generic, like `Task` itself, so that no closure needs a reabstraction thunk.
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
