/// The limit of a wait in a test. A longer wait fails the test at the caller's line.
struct WaitLimit {
  let duration: Duration
  let position: SourcePosition

  /// Returns the result of `find` as soon as it is not nil. Returns nil if the task is cancelled first, or if the time
  /// expires first, which fails the test.
  ///
  /// `missing` describes the missing value. It is called only for a failure.
  func first<Value, Found: Sendable>(
    of value: AwaitableValue<Value>, _ find: @escaping @Sendable (Value) -> Found?, missing: (Value) -> String
  ) async -> Found? {
    if let found = await value.first(within: duration, find) { return found }
    let last = value.value
    guard !Task.isCancelled, find(last) == nil else { return find(last) }
    StoreContext.current.failureReporter.report(
      "Waited \(duration) for \(missing(last))\nTo fix: find out what it waits for, or allow more with `within:`.",
      at: position)
    return nil
  }
}
