public import PureduxCore

/// Where the process's value of one entry is kept. The macros declare one for each entry.
///
/// The default is made once, when it is first asked for: outside of any lock, with nothing overridden,
/// and in the isolation of the entry's own declaration. A default that reads others gets the process's.
public final class EntryStorage<Container: EntryContainer, Value>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var value: SharedBox<Value>?
    /// The default, while it is being made.
    var creation: EntryCreation?
  }

  @usableFromInline let slot = Guarded(Slot())
  private let name: StaticString
  private let makeDefault: SharedBox<() -> Value>
  private let path: SharedBox<AnyKeyPath>

  /// Keeps the entry that `entry` reads, under the name by which mistakes tell of it.
  ///
  /// It belongs in a `static let`, for the overrides of an entry are known by its storage.
  public init(_ entry: KeyPath<Container, Value>, name: StaticString, default makeDefault: @escaping () -> Value) {
    self.name = name
    self.makeDefault = SharedBox(makeDefault)
    path = SharedBox(entry)
  }

  var keyPath: AnyKeyPath { path.value }

  /// Inlined, so that the price of a read is little more than that of its lock.
  @inlinable
  var value: Value {
    while true {
      if let box = slot.withLock({ $0.value }) { return box.value }
      makeOrAwaitDefault()
    }
  }

  /// The box of the current value, which tells it from every value that comes after.
  var box: SharedBox<Value> {
    while true {
      if let box = slot.withLock({ $0.value }) { return box }
      makeOrAwaitDefault()
    }
  }

  /// Sets the value, unless another one has come since `box`. Says whether it did.
  func replace(_ box: SharedBox<Value>, with value: Value) -> Bool {
    let new = SharedBox(value)
    // What was there goes after the lock: its `deinit` may ask for entries.
    return withExtendedLifetime(box) {
      slot.withLock { slot in
        guard slot.value === box else { return false }
        slot.value = new
        return true
      }
    }
  }

  func set(_ value: Value) {
    // What was there goes after the lock: its `deinit` may ask for entries.
    _ = slot.withLock { slot in
      defer { slot.value = SharedBox(value) }
      return slot.value
    }
  }

  @usableFromInline
  func makeOrAwaitDefault() {
    let mine = EntryCreation.begin(of: "\(Container.self).\(name)")
    let underWay = slot.withLock { slot in
      if slot.value == nil, slot.creation == nil { slot.creation = mine }
      return slot.creation
    }
    guard underWay === mine else {
      mine.end()
      underWay?.wait()
      return
    }
    defer { mine.end() }
    // A context of the process's own: what is in force here, a test's clock or an override, must not
    // become part of a value that everybody sees.
    let value = SharedBox(StoreContext.$current.withValue(StoreContext()) { makeDefault.value() })
    slot.withLock {
      // The default may have set its own entry, or another thread did; then that value stands.
      if $0.value == nil { $0.value = value }
      $0.creation = nil
    }
  }
}
