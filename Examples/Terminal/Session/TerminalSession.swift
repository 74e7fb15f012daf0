import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The whole screen and the keyboard of a terminal, for one program and as long as it wants.
///
/// The terminal is given back whatever happens: at `close`, at a signal (before the program hears of it), when the
/// process exits or traps, and while it is stopped by Ctrl-Z. A second signal ends a process that does not end by itself.
package final class TerminalSession: @unchecked Sendable {
  // SAFETY: all that changes is reached on `queue` alone; `RawMode` and `SignalPipe` are used by one session, as
  // `start` makes only one.
  private enum Phase {
    case open
    /// Another program has the terminal.
    case suspended
    case closed
  }

  /// What happens, until `end` is told or the session is closed. To be read by one task.
  package let events: AsyncStream<TerminalEvent>

  private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let told: AsyncStream<TerminalEvent>.Continuation
  private let queue = DispatchQueue(label: "terminal")
  private let input: any DispatchSourceRead
  private let signals: any DispatchSourceRead
  private var phase = Phase.open
  private var parser = InputParser()
  private var renderer: ScreenRenderer
  private var reads = 0
  /// When the program was told to end.
  private var ended: ContinuousClock.Instant?

  /// Takes the terminal; nil where there is none. A process does it once.
  package static func start() throws(OutputFailure) -> TerminalSession? {
    guard StandardStreams.isTerminal, RawMode.prepare(), let signals = SignalPipe.open() else { return nil }
    let session = TerminalSession(signals: signals)
    try session.open()
    return session
  }

  private init(signals: Int32) {
    (events, told) = AsyncStream.makeStream()
    input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    self.signals = DispatchSource.makeReadSource(fileDescriptor: signals, queue: queue)
    renderer = ScreenRenderer(hasColors: ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true)
  }

  private func open() throws(OutputFailure) {
    input.setEventHandler { [self] in readInput() }
    signals.setEventHandler { [self] in readSignals() }
    for number in Self.ends + [SIGTSTP, SIGCONT, SIGWINCH] { SignalPipe.watch(number) }
    do {
      try RawMode.enter()
    } catch {
      RawMode.leave()
      throw error
    }
    signals.resume()
    input.resume()
  }

  package var size: TerminalSize {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Shows these rows and nothing else; only those that changed are written. Nothing while the screen is not ours.
  package func show(_ rows: [ScreenRow]) {
    queue.sync {
      guard phase == .open else { return }
      let output = renderer.render(rows, size: size)
      guard !output.isEmpty else { return }
      do {
        try DescriptorWriter(STDOUT_FILENO).write(output)
      } catch {
        end(.terminalLost)
      }
    }
  }

  /// Gives the terminal back. The events end.
  package func close() { queue.sync { end(nil) } }

  private func end(_ reason: TerminalEvent.End?) {
    guard phase != .closed else { return }
    if phase == .suspended { input.resume() }
    phase = .closed
    input.cancel()
    RawMode.leave()
    if let reason {
      ended = .now
      told.yield(.end(reason))
    }
    told.finish()
  }

  private func readInput() {
    guard phase == .open else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      tell(parser.parse(bytes.prefix(count)))
      reads += 1
      expire(after: reads)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      end(.terminalLost)
    }
  }

  /// Asks what the bytes mean where no others came in time.
  private func expire(after read: Int) {
    guard phase == .open, let patience = parser.patience else { return }
    let (seconds, attoseconds) = patience.components
    let time = DispatchTimeInterval.nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    queue.asyncAfter(deadline: .now() + time) { [self] in
      if phase == .open, reads == read { tell(parser.expire()) }
    }
  }

  private func tell(_ inputs: [InputParser.Input]) {
    for input in inputs where phase == .open {
      switch input {
      case .key(.control("c")): end(.signal(SIGINT))
      // To all of the group, as the terminal itself would: a shell waits for all of them.
      case .key(.control("z")): suspend { kill(0, SIGTSTP) }
      case .key(let press): told.yield(.key(press))
      case .paste(let text): told.yield(.paste(text))
      }
    }
  }

  private func readSignals() {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = read(Int32(signals.handle), &numbers, numbers.count)
    for number in numbers.prefix(max(0, count)).map(Int32.init) {
      switch number {
      case SIGWINCH: if phase == .open { told.yield(.redraw(size)) }
      case SIGTSTP: suspend { raise(SIGTSTP) }
      case SIGCONT: resume()
      case _ where phase == .closed: endAtOnce(number)
      default: end(.signal(number))
      }
    }
  }

  /// Ends a program that does not end by itself, though it was asked to, or that closed the session and works on.
  private func endAtOnce(_ number: Int32) {
    // A terminal that goes away, and its shell, send several at once: one of them asks, and none insists.
    if let ended, number == SIGHUP || ended.advanced(by: .seconds(1)) > .now { return }
    SignalPipe.unwatch(number)
    kill(getpid(), number)
  }

  private func suspend(_ stop: () -> Void) {
    guard phase == .open else { return }
    phase = .suspended
    input.suspend()
    RawMode.leave()
    SignalPipe.unwatch(SIGTSTP)
    stop()
    // Where nobody could start it again, the system does not stop it; there, and after the stop, this goes on.
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in resume() }
  }

  /// Takes the terminal again, unless the process runs in the background.
  private func resume() {
    guard phase == .suspended, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    SignalPipe.watch(SIGTSTP)
    do {
      try RawMode.enter()
    } catch {
      return end(.terminalLost)
    }
    phase = .open
    input.resume()
    renderer.forget()
    told.yield(.redraw(size))
  }
}
