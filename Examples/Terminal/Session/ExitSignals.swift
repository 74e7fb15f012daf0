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
      if read(Int32(source.handle), &number, 1) == 1 { exit(128 + Int32(number)) }
    }
    source.resume()
    for number in [SIGINT, SIGTERM, SIGHUP] { SignalPipe.watch(number) }
  }
}
