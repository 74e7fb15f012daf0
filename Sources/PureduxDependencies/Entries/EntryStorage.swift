public import PureduxCore

/// Stores the process-wide value of one entry of a container.
///
/// The macros declare an `EntryStorage` for each entry. Without a macro, declare the `EntryStorage` as a `static let`
/// next to the property, and call its methods in the property's accessors:
///
/// ```swift
/// extension Dependencies {
///   var pageSize: Int {
///     get { Self.pageSizeEntry.value(in: self) }
///     set { Self.pageSizeEntry.set(newValue, in: &self) }
///   }
///   private static let pageSizeEntry = EntryStorage(\Dependencies.pageSize, name: "pageSize") { 50 }
/// }
/// ```
///
/// The default is created once, at the first read, without overrides and with the actor isolation of the declaration.
/// The default may read other entries. Other threads that read the entry wait until the default has been created. A
/// default that depends on itself stops the process, with a report that names each entry in the cycle.
public final class EntryStorage<Container: EntryContainer, Value>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var value: UncheckedSendableBox<Value>?
    var pendingDefault: PendingDefault?
  }

  @usableFromInline let slot = Guarded(Slot())
  private let name: StaticString
  private let makeDefault: UncheckedSendableBox<() -> Value>
  private let path: UncheckedSendableBox<AnyKeyPath>

  /// Creates the storage of an entry. Assign the storage to a `static let`, because overrides are looked up by the
  /// identity of the storage.
  ///
  /// - Parameters:
  ///   - entry: The property that reads this storage.
  ///   - name: The name of the property, for reports of misuse.
  ///   - makeDefault: Creates the default. The closure is called at most once.
  public init(_ entry: KeyPath<Container, Value>, name: StaticString, default makeDefault: @escaping () -> Value) {
    self.name = name
    self.makeDefault = UncheckedSendableBox(makeDefault)
    path = UncheckedSendableBox(entry)
  }

  /// Returns the value of the entry in a container: its override, or else the process-wide value.
  ///
  /// Call this method in the getter of the entry's property.
  ///
  /// - Parameter container: The container with the overrides.
  @inlinable
  public func value(in container: Container) -> Value { container[self] }

  /// Overrides the value of the entry in a container.
  ///
  /// Call this method in the setter of the entry's property.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - container: The container that stores the override.
  @inlinable
  public func set(_ value: Value, in container: inout Container) { container[self] = value }

  var keyPath: AnyKeyPath { path.value }

  /// The process-wide value. Inlined, so that a read costs little more than acquiring the lock.
  @inlinable
  var value: Value {
    while true {
      if let box = slot.withLock({ $0.value }) { return box.value }
      makeOrAwaitDefault()
    }
  }

  /// The box that holds the current value. Setting the value creates a new box.
  var box: UncheckedSendableBox<Value> {
    while true {
      if let box = slot.withLock({ $0.value }) { return box }
      makeOrAwaitDefault()
    }
  }

  /// Sets the value if `box` still holds the current value. Returns the new box, or nil if the value was not set.
  func replace(_ box: UncheckedSendableBox<Value>, with value: Value) -> UncheckedSendableBox<Value>? {
    let new = UncheckedSendableBox(value)
    // The old value is released outside the lock, because its `deinit` may read entries.
    return withExtendedLifetime(box) {
      slot.withLock { slot in
        guard slot.value === box else { return nil }
        slot.value = new
        return new
      }
    }
  }

  func set(_ value: Value) {
    // The old value is released outside the lock, because its `deinit` may read entries.
    _ = slot.withLock { slot in
      defer { slot.value = UncheckedSendableBox(value) }
      return slot.value
    }
  }

  @usableFromInline
  func makeOrAwaitDefault() {
    let other = PendingDefault.making("\(Container.self).\(name)") { mine -> PendingDefault? in
      let pending = slot.withLock { slot in
        if slot.value == nil, slot.pendingDefault == nil { slot.pendingDefault = mine }
        return slot.pendingDefault
      }
      guard pending === mine else { return pending }
      makeDefaultOnThisThread()
      return nil
    }
    other?.wait()
  }

  private func makeDefaultOnThisThread() {
    // The default is created in an empty context: a current override or a test's clock must not become part of a value
    // that the whole process reads. For the same reason, the default does not use values that a recorded reducer drew.
    var value: UncheckedSendableBox<Value>?
    DrawnValues { _, draw in draw() }.inForce {
      value = UncheckedSendableBox(StoreContext.$current.withValue(StoreContext()) { makeDefault.value() })
    }
    slot.withLock {
      // If the entry was set in the meantime, by its own default or by another thread, keep that value.
      if $0.value == nil { $0.value = value }
      $0.pendingDefault = nil
    }
  }
}

/// A default that one thread is creating, and for which other threads may wait.
///
/// If a thread would wait for itself, directly or through other threads, the default is circular. The cycle is
/// reported, and the process stops.
@usableFromInline
final class PendingDefault: Sendable {
  let name: String
  let thread: ThreadIdentity
  /// Held by the thread that creates the default.
  ///
  /// A lock, unlike a group or a semaphore, avoids priority inversion: Apple's platforms track the owner of a lock, and
  /// raise the owner's priority to that of the waiting threads.
  private let lock = Lock()

  init(of name: String, on thread: ThreadIdentity) {
    self.name = name
    self.thread = thread
  }

  /// Runs `body`, which creates the default or finds that another thread is creating it.
  static func making<Result>(_ name: String, _ body: (PendingDefault) -> Result) -> Result {
    let pending = PendingDefault(of: name, on: ThreadIdentity.current)
    return pending.lock.hold { _ in
      graph.withLock { $0.begin(pending) }
      defer { graph.withLock { $0.end(pending) } }
      return body(pending)
    }
  }

  /// Waits until the other thread has created the default.
  func wait() {
    let thread = ThreadIdentity.current
    let cycle = Self.graph.withLock { $0.beginWaiting(for: self, on: thread) }
    if let cycle { Self.stop(at: cycle) }
    lock.hold { _ in }
    Self.graph.withLock { $0.endWaiting(on: thread) }
  }

  private static func stop(at cycle: [String]) -> Never {
    let misuse = Misuse.circularDefault(cycle)
    StoreContext.current.report(misuse)
    fatalError(misuse.description)
  }

  private static let graph = Guarded(WaitForGraph())
}

/// Shares a value between threads, whether or not its type is `Sendable`.
@usableFromInline
final class UncheckedSendableBox<Value>: @unchecked Sendable {
  // SAFETY: the reference to the value never changes, and the box only copies the value. The compiler does not check
  // how callers use their copies; `EntryContainer` requires values that are safe to use from several threads.
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}
