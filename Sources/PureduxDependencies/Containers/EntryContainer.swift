public import PureduxCore

/// A structure whose extensions declare entries: values that any code can read by key path.
///
/// Each entry has a default value. ``Dependencies`` and ``SharedStores`` are containers. A library can declare its own
/// container, which must be a nongeneric structure:
///
/// ```swift
/// struct Flags: EntryContainer { var overrides = EntryOverrides() }
///
/// extension Flags {
///   @DependencyEntry var isVerbose = false
/// }
///
/// func log(_ text: String) { if Flags[\.isVerbose] { print(text) } }
/// ```
///
/// To declare an entry without the macro, see ``EntryStorage``.
///
/// The value of an entry need not be `Sendable`, because many useful defaults are plain closures. Any thread may read
/// an entry, so its value must be safe to use from multiple threads. The compiler does not check this requirement.
public protocol EntryContainer: Sendable {
  /// The values that, in this container, replace the process-wide values of entries.
  var overrides: EntryOverrides { get set }

  /// Creates a container without overrides.
  init()
}

extension EntryContainer {
  /// The value of an entry in this container: its override, or else the process-wide value.
  @usableFromInline
  subscript<Value>(entry: EntryStorage<Self, Value>) -> Value {
    @inlinable get {
      if overrides.isEmpty { return entry.value }
      return overrides[entry] ?? entry.value
    }
    set { overrides[entry] = newValue }
  }

  /// A container with the current overrides: those of the innermost `with`, or of the store whose code is running.
  @inlinable
  static var current: Self {
    var container = Self()
    let context = StoreContext.current
    if !context.isEmpty { container.overrides = context.entryOverrides }
    return container
  }
}

extension EntryContainer {
  /// The value of an entry: the current override, or else the process-wide value.
  ///
  /// ```swift
  /// let now = Dependencies[\.now]
  /// ```
  ///
  /// The first read creates the default. Reading is thread-safe.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: KeyPath<Self, Value>) -> Value { current[keyPath: entry] }

  /// The current value of an entry; assigning a value changes the process-wide value.
  ///
  /// ```swift
  /// Dependencies[\.now] = { .distantPast }
  /// ```
  ///
  /// If an entry is set before its first read, the default is never created. Setting an entry does not change a current
  /// override, which continues to hide the process-wide value. In tests, prefer `with`, which does not affect other
  /// tests.
  ///
  /// Each read and each write is thread-safe, but `Counters[\.x] += 1` is a read followed by a write: another thread
  /// may write in between. Use `update` for an atomic change.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: WritableKeyPath<Self, Value>) -> Value {
    get { current[keyPath: entry] }
    set { replace(entry, with: newValue) }
  }

  /// Sets the process-wide value of an entry, replacing its default or an earlier value.
  @usableFromInline
  static func replace<Value>(_ entry: WritableKeyPath<Self, Value>, with value: Value) {
    var container = Self()
    container.overrides = EntryOverrides(replacing: entry, with: value)
    container[keyPath: entry] = value
  }

  /// Changes the process-wide value of an entry atomically.
  ///
  /// ```swift
  /// Dependencies.update(\.requestCount) { $0 += 1 }
  /// ```
  ///
  /// No lock is held during `change`, so the closure may read entries. If another thread sets the entry in the
  /// meantime, `change` is called again with the new value. `change` must not set the same entry, because the update
  /// would then be retried forever. If a property combines several entries, each entry is updated atomically, but the
  /// entries are not updated together in one atomic step.
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry, or of a part of its value.
  ///   - change: Changes a copy of the value.
  /// - Throws: The error that `change` throws. If `change` throws, the entry keeps its value.
  public static func update<Value>(
    _ entry: WritableKeyPath<Self, Value>, _ change: (inout Value) throws -> Void
  ) rethrows {
    while true {
      let update = EntryUpdate()
      var container = Self()
      container.overrides = EntryOverrides(updating: update)
      var value = container[keyPath: entry]
      try change(&value)
      container[keyPath: entry] = value
      if update.isDone { return }
    }
  }
}

/// One attempt to change the process-wide value of an entry by compare-and-swap.
///
/// The attempt fails if the entry was set between the first read and the write.
@usableFromInline
final class EntryUpdate: Sendable {
  private struct Progress {
    /// The box of each entry, keyed by the identity of the entry's storage. The first read of an entry stores its box,
    /// and each write replaces the box. A write through a key path to a part of the entry's value reads the entry
    /// again.
    var boxes: [ObjectIdentifier: any Sendable] = [:]
    var isDone = true
  }

  private let progress = Guarded(Progress())

  func read<Container, Value>(_ entry: EntryStorage<Container, Value>) -> Value {
    if let box = box(of: entry) { return box.value }
    let box = entry.box
    progress.withLock { $0.boxes[ObjectIdentifier(entry)] = box }
    return box.value
  }

  func write<Container, Value>(_ value: Value, to entry: EntryStorage<Container, Value>) {
    guard let box = box(of: entry) else { return entry.set(value) }
    let new = entry.replace(box, with: value)
    // The old value is released outside the lock, because its `deinit` may read entries.
    withExtendedLifetime(box) {
      progress.withLock { progress in
        if let new { progress.boxes[ObjectIdentifier(entry)] = new } else { progress.isDone = false }
      }
    }
  }

  /// Whether every write has found its entry unchanged since the first read.
  var isDone: Bool { progress.withLock { $0.isDone } }

  private func box<Container, Value>(of entry: EntryStorage<Container, Value>) -> UncheckedSendableBox<Value>? {
    progress.withLock { $0.boxes[ObjectIdentifier(entry)] } as? UncheckedSendableBox<Value>
  }
}

extension EntryContainer {
  /// Runs an operation with some entries overridden.
  ///
  /// ```swift
  /// let store = Dependencies.with { $0.now = { .distantPast } } operation: {
  ///   StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
  /// }
  /// ```
  ///
  /// The overrides apply to the operation and to the tasks that it starts, except detached tasks. A store created
  /// inside the operation keeps the overrides: its reducers and effects use them on any thread, for as long as the
  /// store exists. Other code, for example a test that runs concurrently, does not see the overrides. Scopes can be
  /// nested; the innermost value takes precedence.
  ///
  /// - Parameters:
  ///   - change: Sets entries of a container that initially has the current overrides.
  ///   - operation: The operation to run with the overrides.
  /// - Returns: The result of the operation.
  /// - Throws: The error thrown by `change` or by the operation. If `change` throws, the operation does not run.
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

  /// Runs an asynchronous operation with some entries overridden.
  ///
  /// ```swift
  /// await Dependencies.with { $0.now = { .distantPast } } operation: {
  ///   await store.send(.updateTime)
  /// }
  /// ```
  ///
  /// The overrides apply to the operation and to the tasks that it starts, except detached tasks. A store created
  /// inside the operation keeps the overrides. A store created outside the operation does not see the overrides.
  ///
  /// - Parameters:
  ///   - change: Sets entries of a container that initially has the current overrides.
  ///   - isolation: The actor on which the operation runs; by default, the caller's actor.
  ///   - operation: The operation to run with the overrides.
  /// - Returns: The result of the operation.
  /// - Throws: The error thrown by `change` or by the operation. If `change` throws, the operation does not run.
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

/// The container of external dependencies, such as the current time, a network client, or a folder.
///
/// Declare each dependency as an entry in an extension, with a default. Reducers, effects and any other code read the
/// entry by key path, with the type's subscript or with ``Dependency``:
///
/// ```swift
/// extension Dependencies {
///   @DependencyEntry var rollDice = { Int.random(in: 1...6) }
/// }
///
/// func playTurn() -> Int { Dependencies[\.rollDice]() + Dependencies[\.rollDice]() }
/// ```
///
/// In tests, use `Dependencies.with` to override entries for one operation and for the stores created in the operation.
@frozen
public struct Dependencies: EntryContainer {
  public var overrides = EntryOverrides()

  /// Creates a container without overrides.
  @inlinable
  public init() {}
}

/// Declares a dependency as an entry of a container. The property's initial value is the default.
///
/// ```swift
/// extension Dependencies {
///   @DependencyEntry var rollDice = { Int.random(in: 1...6) }
///   @DependencyEntry var api: any APIClient = LiveClient()
/// }
///
/// func playTurn() -> Int { Dependencies[\.rollDice]() + Dependencies[\.rollDice]() }
/// ```
///
/// Attach the macro to a `var` with an initial value, in ``Dependencies`` or another container. The initial value is
/// evaluated once, when the entry is first read. If the entry is set before its first read, the initial value is never
/// evaluated. The macro generates the property's accessors and a private `EntryStorage` with the default; for an
/// example of both, see ``EntryStorage``. If the declaration cannot be an entry, for example because it is a `let` or a
/// computed property, the macro reports an error that explains why.
///
/// The property may be isolated to the main actor, or to another global actor whose name ends in `Actor`.
@attached(accessor)
@attached(peer, names: prefixed(__entry_))
public macro DependencyEntry() = #externalMacro(module: "PureduxMacros", type: "DependencyEntryMacro")

/// A property that reads an entry of `Dependencies`. In a function, read `Dependencies[\.now]` directly.
///
/// ```swift
/// struct Greeting {
///   @Dependency(\.now) var now
///   func text() -> String { "It is \(now())" }
/// }
/// ```
///
/// The wrapper stores the key path, not the value: each read returns the current value, which may be an override from
/// the innermost `Dependencies.with` or from the store whose code is running.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let entry: any KeyPath<Dependencies, Value> & Sendable

  /// Creates a wrapper for an entry. The entry is not read until `wrappedValue` is read.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  public init(_ entry: any KeyPath<Dependencies, Value> & Sendable) { self.entry = entry }

  /// The current value of the entry, read on each access.
  public var wrappedValue: Value { Dependencies[entry] }
}
