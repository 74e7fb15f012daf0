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
      // Not cast where nothing was found: nothing is a value of an optional type.
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
