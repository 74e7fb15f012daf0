import Dispatch
import Foundation

/// Calls `exit` on the signals that ask a program to end, for a program that has no terminal session.
///
/// Without it, a signal ends the process at once, and the handlers of `atexit` do not run.
package enum ExitSignals {
  /// Call it once, and not together with a `TerminalSession`, which has an event for these signals.
  package static func handle() {
    guard let signals = SignalPipe.open() else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: signals, queue: DispatchQueue(label: "signals"))
    // The handler keeps the source alive as long as the process runs.
    source.setEventHandler {
      var number: UInt8 = 0
      guard read(Int32(source.handle), &number, 1) == 1 else { return }
      let status = 128 + Int32(number)
      // The `exit` handlers write buffered output, which a stalled terminal never accepts.
      DispatchQueue(label: "last exit").asyncAfter(deadline: .now() + 1) { _exit(status) }
      exit(status)
    }
    source.resume()
    for number in [SIGINT, SIGTERM, SIGHUP] { SignalPipe.watch(number) }
  }
}
