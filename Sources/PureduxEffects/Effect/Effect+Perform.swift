internal import Dispatch

extension Effect {
  /// Does the work: on the queue if it is synchronous, else where its own isolation says.
  ///
  /// A queue may take its time: work that was closed meanwhile is not begun.
  func perform(on queue: DispatchQueue?, unless isClosed: AtomicFlag) async -> Result<Void, any Error> {
    switch work {
    case .postponed: return .success(())
    case .asynchronous(let operation): return await Result(awaiting: operation)
    case .synchronous(let operation):
      guard let queue else { return Result { try operation() } }
      let context = StoreContext.current
      return await withCheckedContinuation { continuation in
        queue.async {
          continuation.resume(
            returning: Result {
              if !isClosed.isRaised { try StoreContext.with({ $0 = context }, operation: operation) }
            })
        }
      }
    }
  }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate init(awaiting body: Effect.AsynchronousWork) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
