internal import Foundation
public import PureduxCore

extension StateStore {
  /// Prints the events of the store's tree from now on, to standard error by default.
  ///
  /// Each log entry contains the time, the store, the action on one line, its duration, its cause, and its changes:
  ///
  /// ```text
  /// 14:05:09.312 cart #3 add("tea", price: 4), 21 µs, because of #2 load ended
  ///   items[1]
  ///     + "tea"
  ///   total
  ///     - 2
  ///     + 6
  /// ```
  ///
  /// ```swift
  /// let log = store.log(where: { $0.storeName == "cart" })
  /// store.dispatch(.increment)
  /// log.end()
  /// ```
  ///
  /// Log entries are formatted and printed outside the turns of the tree, so a slow printer does not delay the tree. If
  /// the printer cannot keep up, the log reports the number of skipped events. For a main-actor tree, state changes are
  /// computed on the main thread.
  ///
  /// This method records the tree, like `record(limit:)`: reducers run again, and the recording replaces any earlier
  /// recording of the tree. To both record and print, use `Recording.log(to:slowerThan:changes:redact:where:)`.
  ///
  /// - Parameters:
  ///   - printer: Called with one log entry at a time. Without a printer, log entries are written to standard error, in
  ///     color on a terminal unless the environment variable `NO_COLOR` is set.
  ///   - limit: An action whose reducers take longer than this limit is printed with a warning, regardless of
  ///     `isPrinted`.
  ///   - changes: Whether state changes are computed and printed. If false, reducers are not run again to compute
  ///     changes.
  ///   - redact: Transforms each action and state before it is written. With `redact`, the texts of errors and of misuse
  ///     are not written, because they may contain values.
  ///   - isPrinted: Filters events. Without a filter, all events except selector computations are printed.
  /// - Returns: The log, which ends when it is released.
  public func log(
    to printer: (@Sendable (_ text: String) -> Void)? = nil, slowerThan limit: Duration = .milliseconds(16),
    changes: Bool = true, redact: (@Sendable (_ value: Any) -> Any)? = nil,
    where isPrinted: (@Sendable (_ event: RecordedEvent) -> Bool)? = nil
  ) -> StoreLog {
    record().log(to: printer, slowerThan: limit, changes: changes, redact: redact, where: isPrinted)
  }
}

extension Recording {
  /// Prints the events of the recording from now on.
  ///
  /// This method works like `StateStore.log(to:slowerThan:changes:redact:where:)`.
  ///
  /// ```swift
  /// let recording = store.record(limit: 10_000)
  /// let log = recording.log()
  /// ```
  ///
  /// - Parameters:
  ///   - printer: Called with one log entry at a time. By default, log entries are written to standard error.
  ///   - limit: An action whose reducers take longer than this limit is printed with a warning, regardless of
  ///     `isPrinted`.
  ///   - changes: Whether state changes are computed and printed.
  ///   - redact: Transforms each action and state before it is written. With `redact`, the texts of errors and of misuse
  ///     are not written, because they may contain values.
  ///   - isPrinted: Filters events. Without a filter, all events except selector computations are printed.
  /// - Returns: The log, which ends when it is released. The log retains the recording.
  public func log(
    to printer: (@Sendable (_ text: String) -> Void)? = nil, slowerThan limit: Duration = .milliseconds(16),
    changes: Bool = true, redact: (@Sendable (_ value: Any) -> Any)? = nil,
    where isPrinted: (@Sendable (_ event: RecordedEvent) -> Bool)? = nil
  ) -> StoreLog {
    let passed = Double(clock.passed.wholeMicroseconds) / 1e6
    let text = EventText(
      colours: printer == nil && StandardError.takesColours, beginning: Date() - passed, slowerThan: limit,
      redact: redact)
    return StoreLog(
      LogWriter(self, text, changes: changes, isPrinted: isPrinted, printer: printer ?? StandardError.print))
  }
}

/// A log of the events in a tree of stores.
///
/// The log ends when this object is released, so retain it.
///
/// ```swift
/// let log = store.log()
/// store.dispatch(.increment)
/// await log.settled()
/// ```
public final class StoreLog: Sendable {
  private let writer: LogWriter
  private let tap: StoreSubscription

  init(_ writer: LogWriter) {
    self.writer = writer
    tap = writer.follow()
  }

  deinit { end() }

  /// Ends the log after all earlier events have been printed. Returns immediately.
  public func end() {
    writer.end()
    tap.cancel()
  }

  /// Waits until all actions dispatched so far have been reduced and printed.
  ///
  /// Await this method before the program exits, because log entries are printed asynchronously.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, shown in misuse reports.
  ///   - line: The line of this call, shown in misuse reports.
  public func settled(fileID: StaticString = #fileID, line: UInt = #line) async {
    await writer.context.waiting(in: "settled", at: SourceLocation(fileID: fileID, line: line)) {
      await withCheckedContinuation { continuation in writer.printRest { continuation.resume() } }
    }
  }
}
