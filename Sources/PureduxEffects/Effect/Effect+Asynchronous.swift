extension Effect {
  /// Work that may wait; it runs in a task, where its own isolation says.
  ///
  /// When the effect is stopped its task is cancelled, and its actions no longer reach a reducer.
  ///
  /// ```swift
  /// let effect = Effect(timeout: .seconds(20), onError: { dispatch(.failed($0)) }) {
  ///   dispatch(.loaded(try await fetch()))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: how long the work may take. After that the task is cancelled, and its actions no longer reach a
  ///     reducer. A duration of more than ten years is taken as ten years, a negative one as zero.
  ///   - onTimeout: called when the work took too long; one action that it dispatches counts. Without it
  ///     ``TimeoutError`` goes to `onError`.
  ///   - onError: called with an error that `operation` throws. Without it the attachment's `onFailure` is asked; an
  ///     error that nobody takes is reported as misuse. Errors of work that was stopped are dropped.
  ///   - operation: the work.
  public init(
    timeout: Duration? = nil,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work that may wait, with its handlers after it.
  ///
  /// ```swift
  /// let effect = Effect { dispatch(.loaded(try await fetch())) } onError: { dispatch(.failed($0)) }
  /// ```
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: @escaping @Sendable (any Error) -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work with a time limit that may wait, with its handler after it.
  ///
  /// ```swift
  /// let effect = Effect(timeout: .seconds(5)) {
  ///   dispatch(.loaded(try await fetch()))
  /// } onTimeout: {
  ///   dispatch(.timedOut)
  /// }
  /// ```
  public init(
    timeout: Duration,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void,
    onTimeout: @escaping @Sendable () -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: nil)
  }
}
