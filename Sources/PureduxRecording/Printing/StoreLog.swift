internal import Foundation
public import PureduxCore

extension StateStore {
  /// Prints what happens in the store's tree from now on: one text for each event, to standard error by default.
  ///
  /// A text tells the time, the store, the action in one line, how long it took, its cause, and what it changed:
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
  /// Texts are made and printed away from the turns of the tree, so a slow printer does not hold it up. Where the program
  /// is faster for long, the log says how many events it left out. Of a tree on the main thread, changes are computed there.
  ///
  /// It records the tree, with all that `record(limit:)` says: reducers run again, and the latest recording of a tree takes
  /// over. To record and to print, use `Recording.log(to:slowerThan:changes:redact:where:)`.
  ///
  /// - Parameters:
  ///   - printer: Called with each text, one at a time. Without one, texts go to standard error: with colours on a terminal,
  ///     unless the environment has `NO_COLOR`.
  ///   - limit: An action whose reducers take longer is printed with a warning, whatever `isPrinted` says.
  ///   - changes: Whether differences are computed and printed. Without them, no reducer runs again.
  ///   - redact: Given each action and state before anything of it is written; what it returns is written instead.
  ///   - isPrinted: Chooses events. Without it, all are printed except the computations of selectors.
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
  /// Prints what is recorded from now on, as `StateStore.log(to:slowerThan:changes:redact:where:)` does.
  ///
  /// ```swift
  /// let recording = store.record(limit: 10_000)
  /// let log = recording.log()
  /// ```
  ///
  /// - Parameters:
  ///   - printer: Called with each text, one at a time; standard error without it.
  ///   - limit: An action whose reducers take longer is printed with a warning, whatever `isPrinted` says.
  ///   - changes: Whether differences are computed and printed.
  ///   - redact: Given each action and state before anything of it is written; what it returns is written instead.
  ///   - isPrinted: Chooses events. Without it, all are printed except the computations of selectors.
  /// - Returns: The log, which ends when it is released, and keeps the recording until then.
  public func log(
    to printer: (@Sendable (_ text: String) -> Void)? = nil, slowerThan limit: Duration = .milliseconds(16),
    changes: Bool = true, redact: (@Sendable (_ value: Any) -> Any)? = nil,
    where isPrinted: (@Sendable (_ event: RecordedEvent) -> Bool)? = nil
  ) -> StoreLog {
    let passed = Double(Ticks.duration(Ticks.now - start).wholeMicroseconds) / 1e6
    let text = EventText(
      colours: printer == nil && StandardError.takesColours, beginning: Date() - passed, slowerThan: limit,
      redact: redact)
    return StoreLog(
      LogWriter(self, text, changes: changes, isPrinted: isPrinted, printer: printer ?? StandardError.print))
  }
}

/// A log of what happens in a tree of stores, which goes on until it ends.
///
/// It ends when this object is released, so keep it for as long as it should go on.
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

  /// Ends the log, when what happened before has been printed. It does not wait for that.
  public func end() {
    writer.end()
    tap.cancel()
  }

  /// Waits until everything that was dispatched before has been reduced and printed.
  ///
  /// For a program that is about to end: texts are printed a moment after the actions.
  public func settled() async {
    await withCheckedContinuation { continuation in writer.printRest { continuation.resume() } }
  }
}
