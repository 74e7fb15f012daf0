extension EntryContainer {
  /// The value of an entry in force here.
  @inlinable
  public static subscript<Value>(_ entry: KeyPath<Self, Value>) -> Value { inForce[keyPath: entry] }

  /// The value of an entry in force here; setting it changes the process's.
  ///
  /// An override in force stays in force over a value set here. Reading and setting are safe from every
  /// thread, each for itself: `Counters[\.x] += 1` is a read, and then a write.
  @inlinable
  public static subscript<Value>(_ entry: WritableKeyPath<Self, Value>) -> Value {
    get { inForce[keyPath: entry] }
    set { inject(entry, newValue) }
  }

  /// Sets the process's value of an entry, in place of its default.
  public static func inject<Value>(_ entry: WritableKeyPath<Self, Value>, _ value: Value) {
    var container = Self()
    container.overrides = EntryOverrides(replacing: entry, with: value)
    container[keyPath: entry] = value
  }
}
