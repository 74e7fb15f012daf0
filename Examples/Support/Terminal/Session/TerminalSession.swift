import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Takes over the whole screen and the keyboard of a terminal for this program.
///
/// The terminal is always restored: by `close`, by a signal (before the program gets the event), when the process exits
/// or traps, and while Ctrl-Z has stopped it. A second signal ends a process that did not end after the first.
package final class TerminalSession: @unchecked Sendable {
  // SAFETY: only `queue` accesses the stored variables, after `open` has set them up. `RawMode` and `SignalPipe` are
  // called only by `start`, which is called once in a process, and by `readSignals`, which ends the process.
  private enum Phase {
    case open
    /// Another program uses the terminal.
    case suspended
    case closed
  }

  /// The events, until `end` or until the session is closed. Only one task may read them.
  package let events: AsyncStream<TerminalEvent>

  private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let queue = DispatchQueue(label: "terminal")
  /// A separate queue, because `queue` waits while the terminal accepts no output.
  private let signalQueue = DispatchQueue(label: "terminal signals")
  private let input: any DispatchSourceRead
  private let signals: any DispatchSourceRead
  private var phase = Phase.open
  private var parser = InputParser()
  private var renderer: ScreenRenderer
  private var readCount = 0
  /// The time of the `end` event.
  private var endTime: ContinuousClock.Instant?

  /// Takes over the terminal; nil if there is none. Call it once in a process.
  package static func start() throws(OutputFailure) -> TerminalSession? {
    guard StandardStreams.isTerminal, RawMode.prepare(), let signals = SignalPipe.open() else { return nil }
    let session = TerminalSession(signals: signals)
    try session.open()
    return session
  }

  private init(signals: Int32) {
    (events, continuation) = AsyncStream.makeStream()
    input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    self.signals = DispatchSource.makeReadSource(fileDescriptor: signals, queue: signalQueue)
    renderer = ScreenRenderer(hasColors: ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true)
  }

  private func open() throws(OutputFailure) {
    input.setEventHandler { [self] in readInput() }
    signals.setEventHandler { [self] in readSignals() }
    for number in Self.endSignals + [SIGTSTP, SIGCONT, SIGWINCH] { SignalPipe.watch(number) }
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

  /// Shows these rows and nothing else. Only rows that changed are written; none while the program is suspended.
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

  /// Restores the terminal, and ends the events.
  package func close() { queue.sync { end(nil) } }

  private func end(_ reason: TerminalEvent.End?) {
    guard phase != .closed else { return }
    if phase == .suspended { input.resume() }
    phase = .closed
    input.cancel()
    RawMode.leave()
    if let reason {
      endTime = .now
      continuation.yield(.end(reason))
    }
    continuation.finish()
  }

  private func readInput() {
    guard phase == .open else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      emit(parser.parse(bytes.prefix(count)))
      readCount += 1
      expire(after: readCount)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      end(.terminalLost)
    }
  }

  /// Ends an incomplete key or paste if no more bytes arrive in time.
  private func expire(after read: Int) {
    guard phase == .open, let patience = parser.patience else { return }
    let (seconds, attoseconds) = patience.components
    let time = DispatchTimeInterval.nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    queue.asyncAfter(deadline: .now() + time) { [self] in
      if phase == .open, readCount == read { emit(parser.expire()) }
    }
  }

  private func emit(_ inputs: [InputParser.Input]) {
    for input in inputs where phase == .open {
      switch input {
      case .key(.control("c")): end(.signal(SIGINT))
      // Sent to the whole process group, as the terminal does, because a shell waits for all of it.
      case .key(.control("z")): suspend { kill(0, SIGTSTP) }
      case .key(let press): continuation.yield(.key(press))
      case .paste(let text): continuation.yield(.paste(text))
      }
    }
  }

  private func readSignals() {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = read(Int32(signals.handle), &numbers, numbers.count)
    for number in numbers.prefix(max(0, count)).map(Int32.init) {
      let isTaken = DispatchSemaphore(value: 0)
      queue.async { [self] in
        take(number)
        isTaken.signal()
      }
      guard Self.endSignals.contains(number), isTaken.wait(timeout: .now() + 1) == .timedOut else { continue }
      // A stalled terminal would block the program as long as it is stalled.
      RawMode.leave()
      SignalPipe.unwatch(number)
      kill(getpid(), number)
    }
  }

  private func take(_ number: Int32) {
    switch number {
    case SIGWINCH: if phase == .open { continuation.yield(.redraw(size)) }
    case SIGTSTP: suspend { raise(SIGTSTP) }
    case SIGCONT: retake()
    case _ where phase == .closed: endAtOnce(number)
    default: end(.signal(number))
    }
  }

  /// Ends a program that keeps running after the `end` event, or after it closed the session.
  private func endAtOnce(_ number: Int32) {
    // When a terminal goes away, the system and the shell send several signals at once. They count as one.
    if let endTime, number == SIGHUP || endTime.advanced(by: .seconds(1)) > .now { return }
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
    // The system does not stop a process that no shell could continue. In this case, this resumes the session instead
    // of SIGCONT.
    queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in resume() }
  }

  /// Resumes. After `SIGSTOP`, which cannot be caught, the shell has changed the terminal in the meantime.
  private func retake() {
    if phase == .open {
      phase = .suspended
      input.suspend()
      RawMode.leave()
    }
    resume()
  }

  /// Takes over the terminal again, unless the process is in the background.
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
    continuation.yield(.redraw(size))
  }
}
