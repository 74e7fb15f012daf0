public import PureduxCore

/// The values that, in one scope, replace the process-wide values of entries.
///
/// Used only as the type of a container's `overrides` property.
@frozen
public struct EntryOverrides: Sendable {
  @usableFromInline var content = Content.values([:])

  /// Creates an empty set of overrides.
  @inlinable
  public init() {}

  @inlinable
  var isEmpty: Bool {
    if case .values(let values) = content { values.isEmpty } else { false }
  }

  /// Creates overrides that forward a write through `entry` to the process-wide value.
  init<Container, Value>(replacing entry: WritableKeyPath<Container, Value>, with value: Value) {
    content = .replacing(entry: UncheckedSendableBox(entry), value: UncheckedSendableBox(value))
  }

  /// Creates overrides that forward reads and writes to the process-wide values, as one atomic update.
  init(updating update: EntryUpdate) { content = .updating(update) }

  @usableFromInline
  subscript<Container, Value>(entry: EntryStorage<Container, Value>) -> Value? {
    get {
      switch content {
      case .values(let values):
        return (values[ObjectIdentifier(entry)] as? UncheckedSendableBox<Value>)?.value
      case .replacing(let path, let value):
        // A write through a key path reads the entry first. Return the new value, because reading the entry would
        // create a default that the write then replaces.
        return path.value == entry.keyPath ? (value as? UncheckedSendableBox<Value>)?.value : nil
      case .updating(let update):
        return update.read(entry)
      }
    }
    set {
      guard let newValue else { return }
      switch content {
      case .values(var values):
        content = .values([:])
        values[ObjectIdentifier(entry)] = UncheckedSendableBox(newValue)
        content = .values(values)
      case .replacing: entry.set(newValue)
      case .updating(let update): update.write(newValue, to: entry)
      }
    }
  }

  /// The overrides of a scope, or a change that a container forwards to the process-wide value.
  @frozen
  @usableFromInline
  enum Content: Sendable {
    /// The boxed values, keyed by the identity of the entry's storage.
    case values([ObjectIdentifier: any Sendable])
    /// Indirect, so that a container fits in one word: each read creates a container, and a larger container makes
    /// reads 25 percent slower.
    indirect case replacing(entry: UncheckedSendableBox<AnyKeyPath>, value: any Sendable)
    case updating(EntryUpdate)
  }
}

extension EntryOverrides: OverlaidContextValue {
  package func overlaid(on below: any Sendable) -> any Sendable {
    guard case .values(let upper) = content, let below = below as? EntryOverrides,
      case .values(let lower) = below.content
    else { return self }
    var result = self
    result.content = .values(lower.merging(upper) { $1 })
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
