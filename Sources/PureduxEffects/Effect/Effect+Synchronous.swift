extension Effect {
  /// Work that is done when `operation` returns.
  ///
  /// It runs on the queue that the attachment names with `on:`, otherwise on a thread of the cooperative pool, of which
  /// there are only a few: give a queue to work that blocks.
  ///
  /// ```swift
  /// store.effect(\.loading, on: compressionQueue, name: "compress") { state, dispatch in
  ///   Effect { dispatch(.loaded(compress(state.text))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: how long the work may take. After that, its actions no longer reach a reducer. A duration of more than
  ///     ten years is taken as ten years, a negative one as zero. Synchronous work cannot be interrupted, so it should
  ///     look at `Task.isCancelled`.
  ///   - onTimeout: called when the work took too long; one action that it dispatches counts. Without it
  ///     ``TimeoutError`` goes to `onError`.
  ///   - onError: called with an error that `operation` throws. Without it the attachment's `onFailure` is asked; an
  ///     error that nobody takes is reported as misuse. Errors of work that was stopped are dropped.
  ///   - operation: the work.
  public init(
    timeout: Duration? = nil,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    operation: @escaping @Sendable () throws -> Void
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work that is done when `operation` returns, with its handlers after it.
  ///
  /// ```swift
  /// let effect = Effect { dispatch(.loaded(compress("text"))) } onError: { dispatch(.failed($0)) }
  /// ```
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: @escaping @Sendable (any Error) -> Void
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work with a time limit that is done when `operation` returns, with its handler after it.
  ///
  /// ```swift
  /// let effect = Effect(timeout: .seconds(5)) { dispatch(.tick) } onTimeout: { dispatch(.timedOut) }
  /// ```
  public init(
    timeout: Duration,
    operation: @escaping @Sendable () throws -> Void,
    onTimeout: @escaping @Sendable () -> Void
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: nil)
  }
}
