/// Work that a store does beside its reducers, made when the state asks for it.
///
/// Making one must be cheap; what it does begins later, away from the store's own turns.
public struct Effect: Sendable {
  typealias SynchronousWork = @Sendable () throws -> Void
  typealias AsynchronousWork = @Sendable @isolated(any) () async throws -> Void

  enum Work: Sendable {
    case postponed
    case synchronous(SynchronousWork)
    case asynchronous(AsynchronousWork)
  }

  let work: Work
  let timeout: Duration?
  let onTimeout: (@Sendable () -> Void)?
  let onError: (@Sendable (any Error) -> Void)?

  /// Work that is done when `operation` returns; it runs on the queue that the attachment names, if it names one.
  ///
  /// After `timeout` its dispatches count no longer, except the one that `onTimeout` may make. An
  /// error goes to `onError`; one that nobody takes is misuse.
  public init(
    timeout: Duration? = nil,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    operation: @escaping @Sendable () throws -> Void
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Work that may wait; it runs in a task, where its own isolation says.
  ///
  /// After `timeout` the task is cancelled, and its dispatches count no longer, except the one that
  /// `onTimeout` may make. An error goes to `onError`; one that nobody takes is misuse.
  public init(
    timeout: Duration? = nil,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// No work yet: the state is not ready for it. Asked again when the state changes, and by `reevaluate()`.
  public static let postpone = Effect(work: .postponed, timeout: nil, onTimeout: nil, onError: nil)

  private init(
    work: Work, timeout: Duration?, onTimeout: (@Sendable () -> Void)?, onError: (@Sendable (any Error) -> Void)?
  ) {
    self.work = work
    self.timeout = timeout
    self.onTimeout = onTimeout
    self.onError = onError
  }
}
