/// Work that a store runs outside its reducers, created when the state requests it.
///
/// An effect only describes work, so creating an effect must be cheap. The work begins later, outside the turns of the
/// store. Attach an effect with ``PureduxCore/Store/effect(_:on:priority:name:onFailure:create:)`` or one of the other
/// overloads.
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

  private(set) var work: Work
  let timeout: Duration?
  let onTimeout: (@Sendable () -> Void)?
  var onError: (@Sendable (any Error) -> Void)?
  private(set) var isDaemon = false

  init(
    work: Work, timeout: Duration?, onTimeout: (@Sendable () -> Void)?, onError: (@Sendable (any Error) -> Void)?
  ) {
    self.work = work
    self.timeout = timeout
    self.onTimeout = onTimeout
    self.onError = onError
  }

  /// No work yet, because the state is not ready.
  ///
  /// The effect is created again with each state that the store publishes, and when ``PureduxCore/Store/reevaluate()``
  /// is called.
  ///
  /// ```swift
  /// store.effect(\.loading) { state, dispatch in
  ///   state.isOnline ? Effect { dispatch(.loaded(try await fetch(state.page))) } : .postpone
  /// }
  /// ```
  public static let postpone = Effect(work: .postponed, timeout: nil, onTimeout: nil, onError: nil)

  /// Returns the effect as a daemon, which may still be running or waiting when a test's story ends.
  ///
  /// Use daemons for housekeeping that no story has to describe: a poll, or a timer that removes unused values. Outside
  /// tests, daemons behave like all other effects.
  ///
  /// ```swift
  /// store.effect(\.loading) { state, dispatch in
  ///   Effect { dispatch(.loaded(try await fetch(state.page))) }.asDaemon()
  /// }
  /// ```
  public func asDaemon() -> Effect {
    var effect = self
    effect.isDaemon = true
    if case .asynchronous(let operation) = work {
      // Sleeps of the work on the store's clock also count as sleeps of a daemon.
      effect.work = .asynchronous { try await DaemonWork.$isCurrent.withValue(true) { try await operation() } }
    }
    return effect
  }
}

extension Effect {
  /// Creates synchronous work, which has ended when `operation` returns.
  ///
  /// The work runs on the queue that is passed to the attachment as `on:`, or by default on one of the few threads of
  /// the cooperative pool. Pass a queue for work that blocks.
  ///
  /// ```swift
  /// store.effect(\.loading, on: compressionQueue, name: "compress") { state, dispatch in
  ///   Effect { dispatch(.loaded(compress(state.text))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: the time limit of the work, measured from its start; waiting for admission or for a thread of the
  ///     cooperative pool does not count. After the timeout, actions of the work no longer reach a reducer. A duration
  ///     of more than ten years is treated as ten years, and a negative duration as zero. Synchronous work cannot be
  ///     interrupted, so it should check `Task.isCancelled`. On the main queue, and on any queue before macOS 15, iOS 18,
  ///     tvOS 18, watchOS 11 and visionOS 2, that property is always false.
  ///   - operation: the work.
  ///   - onTimeout: called when the work has timed out; only the first action that this closure dispatches is
  ///     delivered. Without this closure, a ``TimeoutError`` is passed to `onError`.
  ///   - onError: called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called; an unhandled error is reported as misuse. Errors of stopped work are dropped.
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Creates asynchronous work, which runs in a task with the isolation of `operation`.
  ///
  /// When the effect is stopped, its task is cancelled, and its actions no longer reach a reducer.
  ///
  /// ```swift
  /// let effect = Effect(timeout: .seconds(20)) {
  ///   dispatch(.loaded(try await fetch()))
  /// } onError: {
  ///   dispatch(.failed($0))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: the time limit of the work, measured from its start; waiting for admission or for a thread of the
  ///     cooperative pool does not count. After the timeout, the task is cancelled, and its actions no longer reach a
  ///     reducer. A duration of more than ten years is treated as ten years, and a negative duration as zero.
  ///   - operation: the work.
  ///   - onTimeout: called when the work has timed out; only the first action that this closure dispatches is
  ///     delivered. Without this closure, a ``TimeoutError`` is passed to `onError`.
  ///   - onError: called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called; an unhandled error is reported as misuse. Errors of stopped work are dropped.
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Creates work on the main actor, for a closure that begins with `@MainActor in` and never suspends.
  ///
  /// ```swift
  /// let effect = Effect { @MainActor in showSpinner() }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: the time limit of the work, including the wait for the main actor.
  ///   - isolation: do not pass this; it distinguishes this initializer from the synchronous one.
  ///   - operation: the work.
  ///   - onTimeout: called when the work has timed out; only the first action that this closure dispatches is
  ///     delivered.
  ///   - onError: called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called.
  public init(
    timeout: Duration? = nil,
    isolation: MainActor.Type = MainActor.self,
    operation: @escaping @MainActor @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    // The compiler treats such a closure as synchronous. A synchronous operation would lose the isolation of the
    // closure.
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }
}

extension Effect {
  /// Determines what happens to a running effect when a change requests the next effect.
  ///
  /// ```swift
  /// store.effect(onChange: \.text, overlap: .queued, name: "save") { state, _ in
  ///   Effect { try await save(state.text) }
  /// }
  /// ```
  public enum Overlap: Sendable {
    /// Stops the running effect, and starts the new one: for a search, where only the latest text matters.
    case latest
    /// Continues the running effect, and ignores the change: for a refresh that is requested twice.
    case leading
    /// Starts the new effect when the running effect has ended, and drops no effect. Use this for saves that must keep
    /// their order.
    case queued
  }
}

extension Effect {
  /// The error of work that exceeded its timeout.
  ///
  /// If the effect has no `onTimeout`, this error is passed to its `onError`, or to the `onFailure` of its attachment.
  public struct TimeoutError: Error, Hashable, Sendable {
    /// The timeout of the work.
    public let timeout: Duration

    /// Creates the error of work with this timeout.
    package init(timeout: Duration) { self.timeout = timeout }
  }
}

extension Effect.TimeoutError: CustomStringConvertible {
  public var description: String { "the work took longer than \(timeout)" }
}

extension Effect {
  /// The storable part of an error: enough to identify the error, in an encodable and comparable form.
  ///
  /// The error itself need not be `Codable` or `Equatable`. Display `text` to the user, and compare `domain` and
  /// `code`, or `type`, to decide how to react.
  public struct Failure: Error, Codable, Hashable, Sendable {
    /// The full name of the error's type.
    public let type: String
    /// The domain of the error's code, as in Foundation: the name of its type, or the domain of an `NSError`.
    public let domain: String
    /// The error's number in its domain.
    public let code: Int
    /// The error's description.
    public let text: String

    /// Captures an error, with the error's own text or another text. If `text` is nil, a `Failure` is copied.
    ///
    /// The error's own text is the `errorDescription` of a `LocalizedError`, otherwise the error's description. The
    /// localized description of an `NSError` is available only on Apple's platforms; if this matters, pass your own
    /// text.
    ///
    /// ```swift
    /// let failure = Effect.Failure(CancellationError(), text: "The server is asleep.")
    /// ```
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - text: The description; nil to use the error's own text.
    public init(_ error: any Error, text: String? = nil) {
      if text == nil, let failure = error as? Failure {
        self = failure
        return
      }
      type = String(reflecting: Swift.type(of: error))
      domain = error._domain
      code = error._code
      self.text = text ?? error.text
    }

    /// The failure of work that failed without an error, for example by `fail(nil)`.
    public static let unspecified = Failure(UnspecifiedError())
  }
}

/// The error of work that failed without an error.
private struct UnspecifiedError: Error, CustomStringConvertible {
  var description: String { "The effect failed, and no error was given." }
}

extension Effect.Failure: CustomStringConvertible {
  public var description: String { "\(text) (\(type), \(domain) \(code))" }
}

/// A value that is stored out of line, behind one reference.
final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}
