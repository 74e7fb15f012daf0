internal import Dispatch
internal import PureduxCore

/// Keeps a session file up to date, on a queue of its own.
final class SessionAppender: @unchecked Sendable {
  // SAFETY: `writer` and `isChecking` are reached on `queue` alone; everything else is constant.
  private var writer: SessionWriter?
  /// Whether the main thread was asked to check states.
  private var isChecking = false
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
    // The main thread may be in this queue, where it is not known as the one that it is.
    guard
      let checker = queue.sync(execute: { () -> StateChecker? in
        writeNew()
        return waitingChecker
      }), checker.isHere
    else { return }
    checker.run()
    queue.sync { writeNew() }
  }

  private var waitingChecker: StateChecker? { writer?.waitingChecker }

  /// Has the main thread check states, a few at a time, so that it is soon free again.
  private func checkOnMain() {
    guard !isChecking, let checker = waitingChecker else { return }
    isChecking = true
    DispatchQueue.main.async { [weak self] in
      checker.run(steps: Self.stepsAtOnce)
      guard let self else { return }
      queue.async {
        self.isChecking = false
        self.writeNew()
      }
    }
  }

  private static var stepsAtOnce: Int { 64 }

  /// Writes the rest, and no more. It does not wait.
  func finish() {
    timer.cancel()
    queue.async { [self] in
      writeNew()
      writer = nil
    }
  }

  private func writeNew() {
    do {
      try writer?.writeNew()
      checkOnMain()
    } catch {
      writer = nil
      timer.cancel()
      if let error = error as? SessionError { onProblem(error) }
    }
  }
}
