/// Work that a store does beside its reducers, made when the state asks for it.
///
/// An effect is a description: making one must be cheap, and its work begins later, away from the turns of the store.
/// Attach it with ``PureduxCore/Store/effect(_:on:priority:name:onFailure:create:)`` or one of the other forms.
///
/// ```swift
/// store.effect(\.loading, name: "load feed") { state, dispatch in
///   Effect { dispatch(.loaded(try await fetch(state.page))) } onError: { dispatch(.failed($0)) }
/// }
/// ```
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
  var onError: (@Sendable (any Error) -> Void)?

  init(
    work: Work, timeout: Duration?, onTimeout: (@Sendable () -> Void)?, onError: (@Sendable (any Error) -> Void)?
  ) {
    self.work = work
    self.timeout = timeout
    self.onTimeout = onTimeout
    self.onError = onError
  }

  /// No work yet, because the state is not ready for it.
  ///
  /// The effect is made again with each state that the store publishes, and when
  /// ``PureduxCore/Store/reevaluate()`` is called.
  ///
  /// ```swift
  /// store.effect(\.loading) { state, dispatch in
  ///   state.isOnline ? Effect { dispatch(.loaded(try await fetch(state.page))) } : .postpone
  /// }
  /// ```
  public static let postpone = Effect(work: .postponed, timeout: nil, onTimeout: nil, onError: nil)
}
