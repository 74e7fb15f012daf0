public import PureduxCore

/// Where the process's value of one entry is kept. The macros declare one for each entry.
///
/// The default is made once, when it is first asked for: outside of any lock, with nothing overridden,
/// and in the isolation of the entry's own declaration. A default that reads others gets the process's.
public final class EntryStorage<Container: EntryContainer, Value>: Sendable {
  @usableFromInline
  enum Slot: Sendable {
    case empty
    case creating(EntryCreation)
    case full(SharedBox<Value>)
  }

  @usableFromInline let slot = Guarded(Slot.empty)
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
      let found = slot.withLock { $0 }
      if case .full(let box) = found { return box.value }
      fill(found)
    }
  }

  @usableFromInline
  func fill(_ found: Slot) {
    switch found {
    case .full: break
    case .empty: create()
    case .creating(let creation): creation.wait()
    }
  }

  func set(_ value: Value) {
    // What was there goes after the lock: its `deinit` may ask for entries.
    _ = slot.withLock { slot in
      defer { slot = .full(SharedBox(value)) }
      return slot
    }
  }

  private func create() {
    let creation = EntryCreation(of: "\(Container.self).\(name)")
    let isMine = slot.withLock { slot in
      guard case .empty = slot else { return false }
      slot = .creating(creation)
      return true
    }
    defer { creation.end() }
    guard isMine else { return }
    // A context of the process's own: what is in force here, a test's clock or an override, must not
    // become part of a value that everybody sees.
    let value = SharedBox(StoreContext.$current.withValue(StoreContext()) { makeDefault.value() })
    slot.withLock {
      // The default may have set its own entry, or another thread did; then that value stands.
      if case .creating = $0 { $0 = .full(value) }
    }
  }
}
