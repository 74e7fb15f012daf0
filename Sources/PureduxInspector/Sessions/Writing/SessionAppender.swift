internal import Dispatch
internal import PureduxRecording

/// Keeps a session file up to date on its own queue.
final class SessionAppender: RecordingFollower, @unchecked Sendable {
  // SAFETY: `writer`, `isReducing` and `isFinishing` are accessed only on `queue`; everything else is constant.
  private var writer: SessionWriter?
  /// Whether a reduction of steps on the main thread is pending.
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

  /// Called in a turn when many steps are unwritten, so this method only schedules work on the queue.
  func wake() {
    guard isWoken.raise() else { return }
    queue.async { [weak self] in
      self?.isWoken.lower()
      self?.writeNew()
    }
  }

  /// Waits until everything recorded so far is in the file. For a main-actor tree, the file then contains all checks
  /// only if this method was called on the main thread.
  func flush() {
    queue.sync { writeNew() }
    // Checked outside `queue.sync`, because the main thread may not be recognized inside it.
    while let reducer = queue.sync(execute: { writer?.waitingReducer }), reducer.isHere {
      reducer.run()
      queue.sync { write { try $0?.writeChecks() } }
    }
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

  /// Writes the remaining steps, and stops. Returns immediately; the checks of a tree on the main actor may be written
  /// later.
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
      if isFinishing, !isReducing { writer = nil }
    } catch {
      writer = nil
      timer.cancel()
      if let error = error as? SessionError { onProblem(error) }
    }
  }
}

/// A session file to which a recording appends.
public struct AppendedSession: Sendable {
  private let appender: SessionAppender

  init(_ appender: SessionAppender) { self.appender = appender }

  /// Waits until everything recorded so far is in the file. Do not call this method in a reducer or an observer, or
  /// while a state or an action is encoded or redacted, because that code runs while the file is written.
  public func flush() { appender.flush() }
}
