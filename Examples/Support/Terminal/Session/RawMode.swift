import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Puts the terminal into raw mode, in which it sends each key at once, and always restores it.
///
/// The terminal is restored by `leave`, by `exit`, and by every crash. `TerminalSession` handles the other signals;
/// only `SIGKILL` leaves the terminal raw. Output to standard error is buffered in the meantime, and shown afterwards
/// instead of being drawn over the screen.
enum RawMode {
  /// Everything needed to restore the terminal. A signal handler reads it without a lock or an allocation.
  private struct Saved {
    var attributes = termios()
    /// Set after the other fields, and cleared before the terminal is restored.
    var isRaw: sig_atomic_t = 0
    /// A copy of standard error, and the file that replaces it; -1 if it is not replaced.
    var errorOutput: Int32 = -1
    var errorFile: Int32 = -1
    /// The earlier action of each signal, by the signal's number.
    var previous: UnsafeMutablePointer<sigaction>
  }

  // SAFETY: allocated once and never freed. It is written by `enter` and `leave`, which a session calls on its one
  // queue, and read by a signal's handler, which ends the process and trusts only what `isRaw` says is complete.
  nonisolated(unsafe) private static let saved: UnsafeMutablePointer<Saved> = {
    let saved = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    previous.initialize(repeating: sigaction(), count: 64)
    saved.initialize(to: Saved(previous: previous))
    return saved
  }()

  /// The signals that end a program that crashes.
  private static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// Selects the alternate screen, hides the cursor, stops lines from wrapping, and marks pasted text.
  private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m\u{1B}[2J"
  /// Undoes `begin`. It is a literal because a signal handler must not allocate.
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Saves the terminal's attributes and installs the handlers that restore them; false if there is no terminal.
  static func prepare() -> Bool {
    guard tcgetattr(STDIN_FILENO, &saved.pointee.attributes) == 0 else { return false }
    atexit { RawMode.leaveInHandler() }
    useAlternateStack()
    for number in crashes {
      var action = sigaction()
      action.setHandler { number in
        RawMode.leaveInHandler()
        // The signal is delivered again when this handler returns, and then ends the process as usual.
        sigaction(number, &RawMode.saved.pointee.previous[Int(number)], nil)
        raise(number)
      }
      action.sa_flags = Int32(SA_ONSTACK)
      sigaction(number, &action, &saved.pointee.previous[Int(number)])
    }
    return true
  }

  static func enter() throws(OutputFailure) {
    var raw = saved.pointee.attributes
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | INPCK | BRKINT | PARMRK)
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    holdErrorOutput()
    saved.pointee.isRaw = 1
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    try DescriptorWriter(STDOUT_FILENO).write(begin)
  }

  static func leave() { leaveInHandler() }

  /// Calls only functions that a signal handler may call.
  private static func leaveInHandler() {
    guard saved.pointee.isRaw == 1 else { return }
    saved.pointee.isRaw = 0
    // A terminal that accepts no output must not stop the process from ending.
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&request, 1, 100) == 1 { _ = write(STDOUT_FILENO, end.utf8Start, end.utf8CodeUnitCount) }
    // A process in the background may set a terminal's attributes only while this signal is blocked.
    var (stops, before) = (sigset_t(), sigset_t())
    sigemptyset(&stops)
    sigaddset(&stops, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stops, &before)
    tcsetattr(STDIN_FILENO, TCSANOW, &saved.pointee.attributes)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    releaseErrorOutput()
  }

  /// Gives the handler room when the main thread's stack has overflowed.
  private static func useAlternateStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    // Another type on Apple platforms.
    stack.ss_size = .init(size)
    sigaltstack(&stack, nil)
  }

  private static func holdErrorOutput() {
    guard isatty(STDERR_FILENO) == 1 else { return }
    var path = Array("\(NSTemporaryDirectory())/errors-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard before >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      close(file)
      if before >= 0 { close(before) }
      return
    }
    saved.pointee.errorFile = file
    saved.pointee.errorOutput = before
  }

  /// Restores standard error, and writes the buffered output to it.
  private static func releaseErrorOutput() {
    let (before, file) = (saved.pointee.errorOutput, saved.pointee.errorFile)
    guard before >= 0 else { return }
    saved.pointee.errorOutput = -1
    dup2(before, STDERR_FILENO)
    lseek(file, 0, SEEK_SET)
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      while case let count = read(file, buffer.baseAddress, 1024), count > 0 {
        _ = write(STDERR_FILENO, buffer.baseAddress, count)
      }
    }
    close(file)
    close(before)
  }
}
