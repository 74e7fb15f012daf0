public import PureduxCore

/// What one scope says about entries in place of their process-wide values.
public struct EntryOverrides: Sendable {
  /// Nil where this is a write on its way to the process's value.
  @usableFromInline var values: [ObjectIdentifier: any Sendable]? = [:]
  @usableFromInline var replacement: Replacement?

  /// Overrides of nothing.
  @inlinable
  public init() {}

  @inlinable
  var isEmpty: Bool { values?.isEmpty == true }

  /// Passes a write through `entry` on to the process.
  init<Container, Value>(replacing entry: WritableKeyPath<Container, Value>, with value: Value) {
    values = nil
    replacement = Replacement(entry: SharedBox(entry), value: SharedBox(value))
  }

  @usableFromInline
  subscript<Container, Value>(entry: EntryStorage<Container, Value>) -> Value? {
    get {
      if let values { return (values[ObjectIdentifier(entry)] as? SharedBox<Value>)?.value }
      // Writing through a key path reads first. The value that is about to go is not wanted, and a
      // default would be made for nothing.
      guard let replacement, replacement.entry.value == entry.keyPath else { return nil }
      return (replacement.value as? SharedBox<Value>)?.value
    }
    set {
      guard let newValue else { return }
      if values == nil { entry.set(newValue) } else { values?[ObjectIdentifier(entry)] = SharedBox(newValue) }
    }
  }

  @usableFromInline
  struct Replacement: Sendable {
    let entry: SharedBox<AnyKeyPath>
    let value: any Sendable
  }
}

extension EntryOverrides: OverlaidContextValue {
  package func overlaid(on below: any Sendable) -> any Sendable {
    guard let below = below as? EntryOverrides, let lower = below.values, let upper = values else { return self }
    var result = self
    result.values = lower.merging(upper) { $1 }
    return result
  }
}

extension StoreContext {
  private enum EntryOverridesKey: StoreContextKey {
    static var defaultValue: EntryOverrides { EntryOverrides() }
  }

  @usableFromInline
  var entryOverrides: EntryOverrides {
    get { self[EntryOverridesKey.self] }
    set { self[EntryOverridesKey.self] = newValue }
  }
}
