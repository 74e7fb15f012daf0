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
