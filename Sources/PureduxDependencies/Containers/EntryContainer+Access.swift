extension EntryContainer {
  /// The value of an entry in force here.
  @inlinable
  public static subscript<Value>(_ entry: KeyPath<Self, Value>) -> Value { inForce[keyPath: entry] }

  /// The value of an entry in force here; setting it changes the process's.
  ///
  /// An override in force stays in force over a value set here. Reading and setting are safe from every
  /// thread, each for itself: `Counters[\.x] += 1` is a read, and then a write; `update` makes one step of both.
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

  /// Changes the process's value of an entry as one step: no change that is made meanwhile gets lost.
  ///
  /// `change` holds no lock, so it may ask for entries. Where another thread wrote meanwhile it is called again,
  /// with what that wrote; so it must not set the entry itself.
  ///
  ///     Dependencies.update(\.requestCount) { $0 += 1 }
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry.
  ///   - change: Changes a copy of the value. An error that it throws leaves the entry as it was.
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
