/// Work that a store runs outside its reducers when the state requests it.
///
/// An effect only describes work: creating the effect must be cheap, and the work begins later, outside the store's
/// turns. Attach an effect with ``PureduxCore/Store/effect(_:on:priority:name:onFailure:create:)`` or one of the other
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

  /// An effect that postpones its work, because the state is not ready for the work yet.
  ///
  /// The store creates the effect again for each state that it publishes, and when you call
  /// ``PureduxCore/Store/reevaluate()``.
  ///
  /// ```swift
  /// store.effect(\.loading) { state, dispatch in
  ///   state.isOnline ? Effect { dispatch(.loaded(try await fetch(state.page))) } : .postpone
  /// }
  /// ```
  public static let postpone = Effect(work: .postponed, timeout: nil, onTimeout: nil, onError: nil)

  /// Returns this effect as a daemon, which may still be running or waiting when a test's story ends.
  ///
  /// Use a daemon for housekeeping that a story need not describe, such as polling or a timer that removes unused
  /// values. Outside tests, a daemon behaves like any other effect.
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
      // If the work sleeps on the store's clock, the clock must recognize the sleeper as a daemon.
      effect.work = .asynchronous { try await DaemonWork.$isCurrent.withValue(true) { try await operation() } }
    }
    return effect
  }
}

extension Effect {
  /// Creates an effect whose work is synchronous and ends when `operation` returns.
  ///
  /// The work runs on the queue passed as `on:` when the effect is attached, or by default on one of the few threads of
  /// the cooperative pool. If the work blocks, pass a queue.
  ///
  /// ```swift
  /// store.effect(\.loading, on: compressionQueue, name: "compress") { state, dispatch in
  ///   Effect { dispatch(.loaded(compress(state.text))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: The time limit of the work, measured from its start; waiting for admission or for a thread of the
  ///     cooperative pool does not count. After the timeout, the work's actions no longer reach a reducer. A duration
  ///     longer than ten years is treated as ten years, and a negative duration as zero. Synchronous work cannot be
  ///     interrupted, so it should check `Task.isCancelled`. `Task.isCancelled` is always false on the main queue and,
  ///     before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2, on any queue.
  ///   - operation: The work.
  ///   - onTimeout: Called when the work times out; only the first action that this closure dispatches is delivered.
  ///     Without this closure, a ``TimeoutError`` is passed to `onError`.
  ///   - onError: Called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called; if that is also missing, the error is reported as misuse. Errors thrown after the work was stopped are
  ///     dropped.
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    self.init(work: .synchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Creates an effect whose work runs in a task, with the isolation of `operation`.
  ///
  /// Stopping the effect cancels its task; from then on, the effect's actions no longer reach a reducer.
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
  ///   - timeout: The time limit of the work, measured from its start; waiting for admission or for a thread of the
  ///     cooperative pool does not count. After the timeout, the task is cancelled, and the work's actions no longer
  ///     reach a reducer. A duration longer than ten years is treated as ten years, and a negative duration as zero.
  ///   - operation: The work.
  ///   - onTimeout: Called when the work times out; only the first action that this closure dispatches is delivered.
  ///     Without this closure, a ``TimeoutError`` is passed to `onError`.
  ///   - onError: Called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called; if that is also missing, the error is reported as misuse. Errors thrown after the work was stopped are
  ///     dropped.
  public init(
    timeout: Duration? = nil,
    operation: @escaping @Sendable @isolated(any) () async throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }

  /// Creates an effect from a `@MainActor` closure that never suspends; the work runs on the main actor.
  ///
  /// ```swift
  /// let effect = Effect { @MainActor in showSpinner() }
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: The time limit of the work, including the wait for the main actor.
  ///   - isolation: Do not pass this argument; it only distinguishes this initializer from the synchronous initializer.
  ///   - operation: The work.
  ///   - onTimeout: Called when the work times out; only the first action that this closure dispatches is delivered.
  ///   - onError: Called with the error that `operation` throws. Without this closure, the attachment's `onFailure` is
  ///     called.
  public init(
    timeout: Duration? = nil,
    isolation: MainActor.Type = MainActor.self,
    operation: @escaping @MainActor @Sendable () throws -> Void,
    onTimeout: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (_ error: any Error) -> Void)? = nil
  ) {
    // The compiler treats a `@MainActor` closure without `await` as synchronous, but synchronous work would lose the
    // isolation of the closure.
    self.init(work: .asynchronous(operation), timeout: timeout, onTimeout: onTimeout, onError: onError)
  }
}

extension Effect {
  /// Determines what happens to a running effect when a change requests another effect.
  ///
  /// ```swift
  /// store.effect(onChange: \.text, overlap: .queued, name: "save") { state, _ in
  ///   Effect { try await save(state.text) }
  /// }
  /// ```
  public enum Overlap: Sendable {
    /// Stops the running effect and starts the new effect. Use this for a search, where only the latest text matters.
    case latest
    /// Lets the running effect continue and ignores the change. Use this for a refresh that may be requested twice.
    case leading
    /// Queues the new effect until the running effect has ended, so that no effect is dropped. Use this for saves that
    /// must happen in order.
    case queued
  }
}

extension Effect {
  /// A summary that identifies an error, and that can be encoded and compared for equality.
  ///
  /// The original error need not be `Codable` or `Equatable`. Display `text` to the user, and compare `domain` and
  /// `code`, or `type`, to decide how to react.
  public struct Failure: Error, Codable, Hashable, Sendable {
    /// The full name of the error's type.
    public let type: String
    /// The error's domain, as in Foundation: the name of the error's type, or the domain of an `NSError`.
    public let domain: String
    /// The error's code within its domain.
    public let code: Int
    /// The error's description.
    public let text: String

    /// Captures an error, with the given text or the error's own text. If `error` is a `Failure` and `text` is nil,
    /// copies the failure.
    ///
    /// The error's own text is its `errorDescription` if the error is a `LocalizedError`, otherwise its description.
    /// The localized description of an `NSError` is available only on Apple's platforms; on other platforms, pass your
    /// own text.
    ///
    /// ```swift
    /// let failure = Effect.Failure(CancellationError(), text: "The server is asleep.")
    /// ```
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - text: The text of the failure; nil to use the error's own text.
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

    /// The failure to use for work that failed without an error, for example through `fail(nil)`.
    static let unspecified = Failure(UnspecifiedError())
  }
}

/// The placeholder error for work that failed without an error.
private struct UnspecifiedError: Error, CustomStringConvertible {
  var description: String { "The effect failed, and no error was given." }
}

extension Effect.Failure: CustomStringConvertible {
  public var description: String { "\(text) (\(type), \(domain) \(code))" }
}

/// Stores a value out of line, behind a single reference.
final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}
