/// Records values from any thread, in order of arrival.
///
/// ```swift
/// let states = Recorder<Int>()
/// let store = StateStore<Int, Int>(0) { $0 += $1 }
/// let subscription = store.subscribe { states.record($0) }
/// ```
public final class Recorder<Value: Sendable>: Sendable {
  private let records = AwaitableValue<[Value]>([])

  /// Creates an empty recorder.
  public init() {}

  /// All values recorded so far.
  public var values: [Value] { records.value }

  /// Appends a value.
  public func record(_ value: Value) {
    records.withLock { $0.append(value) }
  }

  /// Returns the values as soon as at least `count` values have been recorded.
  ///
  /// Use this method for values that are recorded on other threads.
  ///
  /// Returns fewer values if the calling task is cancelled first, for example by a test's time limit. If the values do
  /// not arrive within `limit`, measured in real time, the test fails at the caller's line, and the values recorded so
  /// far are returned.
  public func values(
    count: Int, within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> [Value] {
    let limit = WaitLimit(
      duration: limit, position: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
    let found = await limit.first(of: records) {
      $0.count >= count ? $0 : nil
    } missing: { values in
      let last = values.suffix(3).map { "\n  \(Rendering.text($0))" }.joined()
      return "\(count) values, and \(values.count) were recorded\(values.isEmpty ? "." : ", the last of them:\(last)")"
    }
    return found ?? values
  }

  /// Removes and returns the oldest value, for a stub that gives prepared answers.
  ///
  /// If no value is left, the test fails at the caller's line, and an error is thrown, so that the work ends.
  ///
  /// ```swift
  /// let answers = Recorder<Int>()
  /// answers.record(20)
  /// let temperature = try answers.next()
  /// ```
  public func next(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    if let value = records.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return value }
    StoreContext.current.failureReporter.report(
      "One more `\(Value.self)` was asked for than the test has recorded.",
      at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
    throw NothingRecorded()
  }

  /// Removes all values recorded so far, and returns them.
  @discardableResult
  public func removeAll() -> [Value] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}

private struct NothingRecorded: Error, CustomStringConvertible {
  let description = "The test has recorded no further value."
}

extension Recorder<Misuse> {
  /// A reporter that records misuse instead of printing it.
  public var reporter: MisuseReporter { MisuseReporter(record) }
}
