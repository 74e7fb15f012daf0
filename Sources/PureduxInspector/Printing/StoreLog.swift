internal import PureduxCore

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
