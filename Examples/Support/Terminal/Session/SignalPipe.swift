import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes each signal as a byte to a pipe, which is read like any other input.
enum SignalPipe {
  // SAFETY: set once, by `open`, before any handler that reads it is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Returns the end to read from, where each byte is a signal's number; nil if the system has no pipe left.
  static func open() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    writeEnd = ends[1]
    return ends[0]
  }

  /// Writes this signal to the pipe, unless the program was started with the signal ignored.
  static func watch(_ number: Int32) {
    var (action, before) = (sigaction(), sigaction())
    action.setHandler { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writeEnd, &byte, 1)
      errno = error
    }
    action.sa_flags = Int32(SA_RESTART)
    sigaction(number, &action, &before)
    if before.isIgnored { sigaction(number, &before, nil) }
  }

  /// Restores the default action of the signal.
  static func unwatch(_ number: Int32) {
    var action = sigaction()
    action.setHandler(SIG_DFL)
    sigaction(number, &action, nil)
  }
}
