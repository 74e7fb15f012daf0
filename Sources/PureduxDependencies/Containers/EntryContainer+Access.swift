extension EntryContainer {
  /// The value of an entry: the override that is in force, or else the process-wide value.
  ///
  /// ```swift
  /// let now = Dependencies[\.now]
  /// ```
  ///
  /// The first read makes the default. Reading is safe from every thread.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: KeyPath<Self, Value>) -> Value { current[keyPath: entry] }

  /// The value of an entry that is in force; setting it changes the process-wide value.
  ///
  /// ```swift
  /// Dependencies[\.now] = { .distantPast }
  /// ```
  ///
  /// Setting does not change an override that is in force, which still hides the process-wide value. Each read and
  /// each write is safe from every thread, but `Counters[\.x] += 1` is a read and then a write: another thread may
  /// write between them. `update` does both in one step.
  ///
  /// - Parameter entry: The key path of the entry, or of a part of its value.
  @inlinable
  public static subscript<Value>(_ entry: WritableKeyPath<Self, Value>) -> Value {
    get { current[keyPath: entry] }
    set { inject(entry, newValue) }
  }

  /// Sets the process-wide value of an entry, in place of its default or of an earlier value.
  ///
  /// ```swift
  /// Dependencies.inject(\.now, { .distantPast })
  /// ```
  ///
  /// An entry that is set before its first read never makes its default. Overrides stay in force. In tests, prefer
  /// `with`, which leaves nothing behind for the next test.
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry, or of a part of its value.
  ///   - value: The new value.
  public static func inject<Value>(_ entry: WritableKeyPath<Self, Value>, _ value: Value) {
    var container = Self()
    container.overrides = EntryOverrides(replacing: entry, with: value)
    container[keyPath: entry] = value
  }

  /// Changes the process-wide value of an entry in one step, so that no other change is lost.
  ///
  /// ```swift
  /// Dependencies.update(\.requestCount) { $0 += 1 }
  /// ```
  ///
  /// No lock is held while `change` runs, so it may read entries. If another thread sets the entry meanwhile,
  /// `change` is called again with that value. It must not set the entry itself: it would be called without end.
  ///
  /// - Parameters:
  ///   - entry: The key path of the entry, or of a part of its value.
  ///   - change: Changes a copy of the value.
  /// - Throws: The error of `change`. The entry then keeps its value.
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
