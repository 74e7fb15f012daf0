import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard input, output and error of the program, any of which may be closed, full, or no terminal.
package enum StandardStreams {
  /// Whether there is a terminal that a program can draw on and read keys from.
  package static var isTerminal: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && !["dumb", ""].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
  }

  /// Makes failures of output errors that are thrown, and keeps other files off the standard streams.
  ///
  /// Call it first. Without it a socket could be given the number of a stream that was closed, and be sent the output.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one. Opened the wrong way round, so that using it fails as it would have.
      _ = open("/dev/null", mode)
    }
  }

  /// Writes lines, each cleaned, to standard output.
  package static func printLines(_ lines: [String]) throws(OutputFailure) {
    try DescriptorWriter(STDOUT_FILENO).write(lines.map { $0.cleanedForTerminal + "\n" }.joined())
  }

  /// Writes a line, cleaned, to standard error, if that is possible.
  package static func reportLine(_ line: String) {
    try? DescriptorWriter(STDERR_FILENO).write(line.cleanedForTerminal + "\n")
  }

  /// Ends the program because its output cannot be written: in silence where only the reader went.
  package static func exit(_ program: String, because failure: OutputFailure) -> Never {
    // As if the signal had ended it, that `prepare` has ignored.
    if failure.isReaderGone { Foundation.exit(128 + SIGPIPE) }
    reportLine("\(program): the output cannot be written: \(failure)")
    Foundation.exit(EX_IOERR)
  }
}
