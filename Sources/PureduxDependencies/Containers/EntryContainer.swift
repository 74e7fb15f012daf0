public import PureduxCore

/// A collection of entries: values that code anywhere reads by key path, each with a default.
///
/// A container is a plain structure that is not generic; its entries are properties in extensions of it.
/// With a macro, or by hand:
///
///     struct Flags: EntryContainer { var overrides = EntryOverrides() }
///
///     extension Flags {
///       @DependencyEntry var isVerbose = false
///
///       var limit: Int {
///         get { self[Self.limitEntry] }
///         set { self[Self.limitEntry] = newValue }
///       }
///       private static let limitEntry = EntryStorage(\Flags.limit, name: "limit") { 10 }
///     }
///
/// The value of an entry need not be `Sendable`, for many a useful default is a plain closure; but it is
/// handed to every thread that asks, so it must bear that.
public protocol EntryContainer: Sendable {
  /// What this value of the container says differently from the process.
  var overrides: EntryOverrides { get set }

  /// One that says nothing differently from the process.
  init()
}

extension EntryContainer {
  /// The value of an entry here: an override's, else the process's.
  public subscript<Value>(entry: EntryStorage<Self, Value>) -> Value {
    @inlinable get {
      if overrides.isEmpty { return entry.value }
      return overrides[entry] ?? entry.value
    }
    set { overrides[entry] = newValue }
  }

  /// The container as it is in force here: with the overrides of the innermost `with` or store.
  @inlinable
  static var inForce: Self {
    var container = Self()
    let context = StoreContext.current
    if !context.isEmpty { container.overrides = context.entryOverrides }
    return container
  }
}
