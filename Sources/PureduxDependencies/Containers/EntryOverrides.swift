public import PureduxCore

/// What one scope says about entries in place of their process-wide values.
public struct EntryOverrides: Sendable {
  /// Nil where this is a write on its way to the process's value.
  @usableFromInline var values: [ObjectIdentifier: any Sendable]? = [:]
  @usableFromInline var write: Write?

  /// Overrides of nothing.
  @inlinable
  public init() {}

  @inlinable
  var isEmpty: Bool { values?.isEmpty == true }

  /// Passes a write through `entry` on to the process.
  init<Container, Value>(replacing entry: WritableKeyPath<Container, Value>, with value: Value) {
    values = nil
    write = .replacing(entry: SharedBox(entry), value: SharedBox(value))
  }

  /// Passes what is read and written on to the process, as one step.
  init(updating update: EntryUpdate) {
    values = nil
    write = .updating(update)
  }

  @usableFromInline
  subscript<Container, Value>(entry: EntryStorage<Container, Value>) -> Value? {
    get {
      if let values { return (values[ObjectIdentifier(entry)] as? SharedBox<Value>)?.value }
      // Writing through a key path reads first. The value that is about to go is not wanted, and a
      // default would be made for nothing.
      switch write {
      case .replacing(let path, let value):
        return path.value == entry.keyPath ? (value as? SharedBox<Value>)?.value : nil
      case .updating(let update): return update.read(entry)
      case nil: return nil
      }
    }
    set {
      guard let newValue else { return }
      if values != nil {
        values?[ObjectIdentifier(entry)] = SharedBox(newValue)
      } else if case .updating(let update) = write {
        update.write(newValue, to: entry)
      } else {
        entry.set(newValue)
      }
    }
  }

  /// A write on its way to the process's value.
  @usableFromInline
  enum Write: Sendable {
    case replacing(entry: SharedBox<AnyKeyPath>, value: any Sendable)
    case updating(EntryUpdate)
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
