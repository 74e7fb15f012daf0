import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The standard streams of the program. Each may be closed, full, or not a terminal.
package enum StandardStreams {
  /// Whether there is a terminal that a program can draw on and read keys from.
  package static var isTerminal: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && !["dumb", ""].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
  }

  /// Ignores `SIGPIPE`, and reserves the numbers of standard streams that are closed.
  ///
  /// Call it first. Otherwise a socket could get the number of a closed stream, and receive the program's output.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The system uses the lowest free number, which is this one. The mode is the wrong one on purpose, so that using
      // the stream still fails.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes lines, each cleaned, to standard output.
  package static func printLines(_ lines: [String]) throws(OutputFailure) {
    try DescriptorWriter(STDOUT_FILENO).write(lines.map { $0.cleanedForTerminal + "\n" }.joined())
  }

  /// Writes a line, cleaned, to standard error, if that is possible.
  /// Writes lines to standard error. If a program is about to use the whole screen, waits for Return, because the
  /// lines would not be visible until the program ends.
  package static func reportBeforeScreen(_ lines: String) {
    for line in lines.components(separatedBy: "\n") { reportLine(line) }
    guard isTerminal, isatty(STDERR_FILENO) == 1 else { return }
    try? DescriptorWriter(STDERR_FILENO).write("Press Return to start. ")
    _ = readLine()
  }

  package static func reportLine(_ line: String) {
    try? DescriptorWriter(STDERR_FILENO).write(line.cleanedForTerminal + "\n")
  }

  /// Ends the program because its output cannot be written; without a message if the reader has gone.
  package static func exit(_ program: String, because failure: OutputFailure) -> Never {
    // The status of a program that SIGPIPE ended.
    if failure.isReaderGone { Foundation.exit(128 + SIGPIPE) }
    reportLine("\(program): the output cannot be written: \(failure)")
    Foundation.exit(EX_IOERR)
  }
}
