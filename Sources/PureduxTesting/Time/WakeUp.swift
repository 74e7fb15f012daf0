/// The continuations to resume after the lock has been released.
struct WakeUp: Sendable {
  var due: [CheckedContinuation<Void, any Error>] = []
  var cancelled: CheckedContinuation<Void, any Error>?

  var isEmpty: Bool { due.isEmpty && cancelled == nil }

  func act() {
    for continuation in due { continuation.resume() }
    cancelled?.resume(throwing: CancellationError())
  }
}
