import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal of this process in the mode in which it sends each key at once, and the way back.
///
/// It is left by `leave`, by `exit`, and by every signal that ends the process but `SIGKILL`, traps among them. What is
/// written to standard error meanwhile is kept, and shown after it, instead of being drawn over the screen.
enum RawMode {
  /// All that the way back needs, where the handler of a signal finds it without a lock or an allocation.
  private struct Saved {
    var attributes = termios()
    /// Set after all else was, and cleared before the way back is taken.
    var isRaw: sig_atomic_t = 0
    /// Standard error as it was, and the file that stands in for it; -1 where it is left alone.
    var errorOutput: Int32 = -1
    var errorFile: Int32 = -1
    /// What signals did before; the index is the signal's number.
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

  /// What a program that crashes is ended by.
  private static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// A screen of its own, without a cursor; lines end at the edge; pastes are told from keys.
  private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[0m\u{1B}[2J"
  /// Undoes `begin`; a literal, as a signal's handler must not allocate.
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Remembers how the terminal is, and sees to it that it becomes so again; false where it is none.
  static func prepare() -> Bool {
    guard tcgetattr(STDIN_FILENO, &saved.pointee.attributes) == 0 else { return false }
    atexit { RawMode.leaveInHandler() }
    useAlternateStack()
    for number in crashes {
      var action = sigaction()
      action.setHandler { number in
        RawMode.leaveInHandler()
        // It ends the process as soon as this handler returns, as it would have.
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

  /// Calls nothing that a signal's handler must not call.
  private static func leaveInHandler() {
    guard saved.pointee.isRaw == 1 else { return }
    saved.pointee.isRaw = 0
    // A terminal that takes no output must not keep the process from ending.
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

  /// So that a stack that is full leaves room for the handler; of the main thread alone.
  private static func useAlternateStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
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

  /// Gives standard error back, and writes there what came meanwhile.
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
