internal import Dispatch
internal import PureduxRecording

/// Keeps a session file up to date, on a queue of its own.
final class SessionAppender: RecordingFollower, @unchecked Sendable {
  // SAFETY: `writer`, `isReducing` and `isFinishing` are reached on `queue` alone; everything else is constant.
  private var writer: SessionWriter?
  /// Whether the main thread was asked to reduce steps.
  private var isReducing = false
  /// Whether nothing more is recorded.
  private var isFinishing = false
  private let queue = DispatchQueue(label: "PureduxInspector.session", qos: .utility)
  private let timer: any DispatchSourceTimer
  private let isWoken = AtomicFlag()
  private let onProblem: @Sendable (SessionError) -> Void

  /// How often it looks whether something has happened.
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

  /// Called in a turn when there is much to write: it only asks the queue.
  func wake() {
    guard isWoken.raise() else { return }
    queue.async { [weak self] in
      self?.isWoken.lower()
      self?.writeNew()
    }
  }

  /// Returns when everything is in the file that had been recorded before. Of a tree on the main actor the checks are there
  /// too where this is the main thread.
  func flush() {
    queue.sync { writeNew() }
    // The main thread may be in this queue, where it is not known as the one that it is.
    while let reducer = queue.sync(execute: { writer?.waitingReducer }), reducer.isHere {
      reducer.run()
      queue.sync { write { try $0?.writeChecks() } }
    }
  }

  /// Has the main thread reduce a few steps at a time, so that it is soon free again.
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

  /// Writes the rest, and no more. It does not wait: the checks of a tree on the main actor may come a little later.
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

  /// Returns when everything that was recorded so far is in the file. Do not call it in a reducer or an observer, nor where
  /// states and actions are encoded or redacted: these run while the file is written.
  public func flush() { appender.flush() }
}
