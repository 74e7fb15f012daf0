import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Turns signals into bytes of a pipe, which is read like any other input.
enum SignalPipe {
  // SAFETY: set once, by `open`, before any handler that reads it is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// The end to be read, where each byte is the number of a signal; nil where there is no pipe to be had.
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

  /// Has the signal told, unless the program was started with it ignored.
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

  /// Has the signal do what it does to a program that does not know it.
  static func unwatch(_ number: Int32) {
    var action = sigaction()
    action.setHandler(SIG_DFL)
    sigaction(number, &action, nil)
  }
}
