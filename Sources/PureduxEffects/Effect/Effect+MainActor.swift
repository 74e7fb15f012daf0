// A closure such as `{ @MainActor in update() }` is synchronous to the compiler, and would lose its actor where a
// synchronous operation is taken. The parameter `isolation` keeps these forms apart from those; it is never given.
extension Effect {
  /// Work of the main actor, for a closure that begins with `@MainActor in` and does not wait.
  ///
  /// ```swift
  /// let effect = Effect { @MainActor in showSpinner() }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: how long the work may take, the wait for the main actor included.
  ///   - onTimeout: called when the work took too long; one action that it dispatches counts.
  ///   - onError: called with an error that `operation` throws. Without it the attachment's `onFailure` is asked.
  ///   - isolation: never given; it keeps this form apart from the synchronous one.
  ///   - operation: the work.
  public init(
    timeout: Duration? = nil,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    isolation: MainActor.Type = MainActor.self,
    operation: @escaping @MainActor @Sendable () throws -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work of the main actor, with its handlers after it.
  ///
  /// ```swift
  /// let effect = Effect { @MainActor in showSpinner() } onError: { dispatch(.failed($0)) }
  /// ```
  public init(
    timeout: Duration? = nil,
    isolation: MainActor.Type = MainActor.self,
    operation: @escaping @MainActor @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: @escaping @Sendable (any Error) -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }
}
