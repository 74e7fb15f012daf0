internal import Foundation
internal import PureduxCore

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
