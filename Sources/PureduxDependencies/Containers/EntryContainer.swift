public import PureduxCore

/// A structure whose extensions declare entries: values with a default, which any code reads by key path.
///
/// ``Dependencies`` and ``SharedStores`` are containers. A library that keeps its entries apart declares its own,
/// as a structure that is not generic:
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
/// ``EntryStorage`` shows an entry that is written by hand.
///
/// The value of an entry need not be `Sendable`, because many useful defaults are plain closures. Any thread may
/// read an entry, so its value must be safe to use from several threads. The compiler does not check that.
public protocol EntryContainer: Sendable {
  /// The values that this container gives to entries in place of the process-wide values.
  var overrides: EntryOverrides { get set }

  /// Creates a container that overrides nothing.
  init()
}

extension EntryContainer {
  /// The value of an entry in this container: its override, or else the process-wide value.
  ///
  /// The accessors of an entry use this subscript. Elsewhere use the entry's own property.
  ///
  /// - Parameter entry: The storage of the entry.
  public subscript<Value>(entry: EntryStorage<Self, Value>) -> Value {
    @inlinable get {
      if overrides.isEmpty { return entry.value }
      return overrides[entry] ?? entry.value
    }
    set { overrides[entry] = newValue }
  }

  /// The container with the overrides that are in force: those of the innermost `with`, or of the running store.
  @inlinable
  static var current: Self {
    var container = Self()
    let context = StoreContext.current
    if !context.isEmpty { container.overrides = context.entryOverrides }
    return container
  }
}

extension EntryContainer {
  /// The value of an entry: the override that is in force, or else the process-wide value.
  ///
  /// ```swift
  /// let now = Dependencies[\.now]
  /// ```
  ///
  /// The first read makes the default. Reading is safe from every thread.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: KeyPath<Self, Value>) -> Value { current[keyPath: entry] }

  /// The value of an entry that is in force; setting it changes the process-wide value.
  ///
  /// ```swift
  /// Dependencies[\.now] = { .distantPast }
  /// ```
  ///
  /// Setting does not change an override that is in force, which still hides the process-wide value. Each read and
  /// each write is safe from every thread, but `Counters[\.x] += 1` is a read and then a write: another thread may
  /// write between them. `update` does both in one step.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: WritableKeyPath<Self, Value>) -> Value {
    get { current[keyPath: entry] }
    set { inject(entry, newValue) }
  }

  /// Sets the process-wide value of an entry, in place of its default or of an earlier value.
  ///
  /// ```swift
  /// Dependencies.inject(\.now, { .distantPast })
  /// ```
  ///
  /// An entry that is set before its first read never makes its default. Overrides stay in force. In tests, prefer
  /// `with`, which leaves nothing behind for the next test.
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry, or of a part of its value.
  ///   - value: The new value.
  public static func inject<Value>(_ entry: WritableKeyPath<Self, Value>, _ value: Value) {
    var container = Self()
    container.overrides = EntryOverrides(replacing: entry, with: value)
    container[keyPath: entry] = value
  }

  /// Changes the process-wide value of an entry in one step, so that no other change is lost.
  ///
  /// ```swift
  /// Dependencies.update(\.requestCount) { $0 += 1 }
  /// ```
  ///
  /// No lock is held while `change` runs, so it may read entries. If another thread sets the entry meanwhile,
  /// `change` is called again with that value. It must not set the entry itself: it would be called without end.
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry, or of a part of its value.
  ///   - change: Changes a copy of the value.
  /// - Throws: The error of `change`. The entry then keeps its value.
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

/// One attempt to change the process-wide value of an entry by compare and swap.
///
/// The attempt fails if the entry was set between the first read and the write.
@usableFromInline
final class EntryUpdate: Sendable {
  private struct Progress {
    /// The box that was read first. A write through a longer key path reads again.
    var box: (any Sendable)?
    var isDone = false
  }

  private let progress = Guarded(Progress())

  func read<Container, Value>(_ entry: EntryStorage<Container, Value>) -> Value {
    if let box = firstBox(of: entry) { return box.value }
    let box = entry.box
    progress.withLock { $0.box = box }
    return box.value
  }

  func write<Container, Value>(_ value: Value, to entry: EntryStorage<Container, Value>) {
    guard let box = firstBox(of: entry) else { return }
    let isDone = entry.replace(box, with: value)
    progress.withLock { $0.isDone = isDone }
  }

  /// Whether the write has found the value that was read.
  var isDone: Bool { progress.withLock { $0.isDone } }

  private func firstBox<Container, Value>(
    of entry: EntryStorage<Container, Value>
  ) -> UncheckedSendableBox<Value>? {
    progress.withLock { $0.box } as? UncheckedSendableBox<Value>
  }
}

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
