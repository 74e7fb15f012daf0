/// Resumes a waiting task, once: when it is fired, or when the mailbox that held it goes.
final class Signal: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Guarded(continuation) }

  deinit { fire() }

  func fire() { continuation.take()?.resume() }
}
