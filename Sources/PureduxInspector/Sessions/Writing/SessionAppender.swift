internal import Dispatch
internal import PureduxRecording

/// Appends new events to a session file on a private queue.
final class SessionAppender: RecordingFollower, @unchecked Sendable {
  // SAFETY: `writer`, `isReducing` and `isFinishing` are accessed only on `queue`; all other properties are constant.
  private var writer: SessionWriter?
  /// Whether the main thread is scheduled to reduce steps.
  private var isReducing = false
  /// Whether the recording has ended.
  private var isFinishing = false
  private let queue = DispatchQueue(label: "PureduxInspector.session", qos: .utility)
  private let timer: any DispatchSourceTimer
  private let isWoken = AtomicFlag()
  private let onProblem: @Sendable (SessionError) -> Void

  /// The polling interval.
  private static var pause: DispatchTimeInterval { .milliseconds(100) }

  init(_ writer: consuming SessionWriter, onProblem: @escaping @Sendable (SessionError) -> Void) throws {
    try writer.writeNew()
    self.writer = consume writer
    self.onProblem = onProblem
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.pause, repeating: Self.pause, leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in self?.writeNew() }
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Schedules a write on the queue. This method must not block, because it is called during a turn whenever a chunk of
  /// the recording is full.
  func wake() {
    guard isWoken.raise() else { return }
    queue.async { [weak self] in
      self?.isWoken.lower()
      self?.writeNew()
    }
  }

  /// Waits until all events recorded so far are in the file, and on the disk. For a main-actor tree, call this method on
  /// the main thread to include all checks.
  func flush() {
    queue.sync { writeNew() }
    // Read `isHere` outside `queue.sync`, because code inside the closure might not be recognized as running on the
    // main thread.
    while let reducer = queue.sync(execute: { writer?.waitingReducer }), reducer.isHere {
      reducer.run()
      queue.sync { write { try $0?.writeChecks() } }
    }
    queue.sync { write { try $0?.sync() } }
  }

  /// Lets the main thread reduce a few steps at a time, so that the thread stays responsive.
  private func reduceOnMain() {
    guard !isReducing, let reducer = writer?.waitingReducer else { return }
    isReducing = true
    reducer.runOnMain(steps: Self.stepsAtOnce) { [self] in
      queue.async { [self] in
        isReducing = false
        write { try $0?.writeChecks() }
      }
    }
  }

  private static var stepsAtOnce: Int { 64 }

  /// Schedules a write of the remaining steps, and stops the timer. Returns immediately; the checks of a main-actor
  /// tree may be written later than its steps.
  func finish() {
    timer.cancel()
    queue.async { [self] in
      isFinishing = true
      writeNew()
    }
  }

  private func writeNew() { write { try $0?.writeNew() } }

  private func write(_ body: (inout SessionWriter?) throws -> Void) {
    do {
      try body(&writer)
      reduceOnMain()
      guard isFinishing, !isReducing else { return }
      try writer?.sync()
      writer = nil
    } catch {
      writer = nil
      timer.cancel()
      if let error = error as? SessionError { onProblem(error) }
    }
  }
}

/// A session file to which a recording appends its new events.
public struct AppendedSession: Sendable {
  private let appender: SessionAppender

  init(_ appender: SessionAppender) { self.appender = appender }

  /// Waits until all events recorded so far are in the file, and survive a power failure. Do not call this method from a
  /// reducer, an observer, a `redact` closure or an `encode(to:)` method, because such code may run while the file is
  /// written.
  ///
  /// For a store on the main actor, call this method on the main thread to include all checks.
  public func flush() { appender.flush() }
}
