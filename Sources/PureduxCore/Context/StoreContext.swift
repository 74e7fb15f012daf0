/// The key of a value in the context, with its default.
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
  /// What the context keeps under this key.
  associatedtype Value: Sendable
  /// The value if none was set.
  static var defaultValue: Value { get }
}

/// The values that are in force while the code of a store tree runs: where misuse is reported, which identities are made,
/// whose clock and executor are used, and whatever other modules keep under keys of their own.
///
/// A root store captures the context in force when it is made. A child lays the context in force when it is made over its
/// parent's. Both hold it while their reducers, effects and props run, on whatever thread that is.
///
/// ```swift
/// let quiet = StoreContext.with { $0.misuseReporter = MisuseReporter { _ in } } operation: {
///   StateStore(0) { (count: inout Int, action: Int) in count += action }
/// }
/// ```
public struct StoreContext: Sendable {
  /// The context in force here: that of the innermost `with` or store, else an empty one.
  @TaskLocal public static var current = StoreContext()

  private var storage: Storage?

  /// Makes an empty context, in which every value is the default of its key.
  public init() {}

  /// Whether no value was set here.
  @usableFromInline
  package var isEmpty: Bool { storage == nil }

  /// The value that was set here, else the process-wide one, else the key's default.
  public subscript<Key: StoreContextKey>(key: Key.Type) -> Key.Value {
    get {
      if storage == nil, !Self.hasProcessWide.isRaised { return Key.defaultValue }
      let id = ObjectIdentifier(key)
      // Cast only what was found: nil would be cast to an optional type.
      guard let value = storage?.values[id] ?? Self.processWide.withLock({ $0[id] }) else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { storage = Storage((storage?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }) }
  }

  /// Runs `operation` with a changed copy of the current context in force.
  ///
  /// Stores that are made in `operation` keep that context.
  public static func with<Result>(
    _ change: (inout StoreContext) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    var context = current
    try change(&context)
    return try $current.withValue(context, operation: operation)
  }

  /// Runs `operation` with a changed copy of the current context in force.
  ///
  /// Stores that are made in `operation` keep that context.
  public static func with<Result>(
    _ change: (inout StoreContext) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    var context = current
    try change(&context)
    return try await $current.withValue(context, operation: operation)
  }

  /// Runs `body` with a context in force, or as it is when there is none.
  @inlinable
  package static func inForce(_ context: StoreContext?, _ body: () -> Void) {
    if let context { $current.withValue(context, operation: body) } else { body() }
  }

  /// Sets a value for the whole process: for stores that are made from now on and have no value of their own.
  public static func setProcessWide<Key: StoreContextKey>(_ key: Key.Type, to value: Key.Value) {
    // The old value is released outside the lock: its `deinit` may come back here.
    _ = processWide.withLock { $0.updateValue(value, forKey: ObjectIdentifier(key)) }
    hasProcessWide.raise()
  }

  /// Returns these values with `other`'s over them; nil when that changes nothing.
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

  /// A class, so that passing a context on costs one reference, and comparing two costs one comparison.
  private final class Storage: Sendable {
    let values: [ObjectIdentifier: any Sendable]
    init(_ values: [ObjectIdentifier: any Sendable]) { self.values = values }
  }
}

/// A value of the context whose parts are overlaid one by one. Any other value replaces the whole.
package protocol OverlaidContextValue: Sendable {
  /// Returns this value, with the parts of `below` that this one does not set.
  func overlaid(on below: any Sendable) -> any Sendable
}

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
