internal import Dispatch

extension DispatchQueue {
  /// Runs `operation` on this queue with the present context in force, and waits for it.
  ///
  /// A queue may take its time: work that was closed meanwhile is not begun.
  @inline(never)
  func run(_ operation: @escaping Effect.SynchronousWork, unless isClosed: AtomicFlag) async throws {
    let context = StoreContext.current
    try await withCheckedThrowingContinuation { continuation in
      async {
        continuation.resume(
          with: Result { if !isClosed.isRaised { try StoreContext.with({ $0 = context }, operation: operation) } })
      }
    }
  }
}
