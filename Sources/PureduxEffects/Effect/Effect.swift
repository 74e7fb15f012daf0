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

extension Effect {
  /// What happens to an effect that still runs when a change asks for the next one.
  ///
  /// ```swift
  /// store.effect(onChange: \.text, overlap: .queued, name: "save") { state, _ in
  ///   Effect { try await save(state.text) }
  /// }
  /// ```
  public enum Overlap: Sendable {
    /// The running effect is stopped, then the new one starts: for a search, where only the last text matters.
    case latest
    /// The running effect goes on, and the change starts nothing: for a refresh that is asked for twice.
    case leading
    /// The new effect starts when the running one has ended, and none is left out: for saves that must keep their order.
    case queued
  }
}

extension Effect {
  /// The error of work that took longer than its timeout.
  ///
  /// It reaches `onError` of an effect without an `onTimeout`, and `onFailure` of its attachment.
  public struct TimeoutError: Error, Hashable, Sendable {
    /// The time that the work was given.
    public let timeout: Duration

    /// The error of work that was given this time.
    public init(timeout: Duration) { self.timeout = timeout }
  }
}

extension Effect.TimeoutError: CustomStringConvertible {
  public var description: String { "the work took longer than \(timeout)" }
}

extension Effect {
  /// The part of an error that a state can hold: enough to tell it from others, in a form that is stored and compared.
  ///
  /// The error itself may be anything, and need be neither `Codable` nor `Equatable`. Show `text` to the user, and compare
  /// `domain` and `code`, or `type`, to decide what to do.
  public struct Failure: Error, Codable, Hashable, Sendable {
    /// The full name of the error's type.
    public let type: String
    /// Where the error's code belongs, as Foundation has it: the name of its type, or the domain of an `NSError`.
    public let domain: String
    /// The error's number in its domain.
    public let code: Int
    /// What the error says of itself.
    public let text: String

    /// Keeps what a failure is made of; a failure is kept as it is.
    ///
    /// The text is the one that a `LocalizedError` has for its user, else the error's description. An `NSError` has its
    /// localized description on Apple's systems alone; give the text yourself with `init(_:text:)` where that matters.
    public init(_ error: any Error) {
      if let failure = error as? Failure { self = failure } else { self.init(error, text: error.text) }
    }

    /// Keeps what tells an error from others, with a text of your own.
    ///
    /// ```swift
    /// let failure = Effect.Failure(CancellationError(), text: "The server is asleep.")
    /// ```
    public init(_ error: any Error, text: String) {
      type = String(reflecting: Swift.type(of: error))
      domain = error._domain
      code = error._code
      self.text = text
    }

    /// The failure of work of which no error was given, as by `fail(nil)`.
    public static let unspecified = Failure(UnspecifiedError())
  }
}

/// Stands where work failed and nobody said why.
private struct UnspecifiedError: Error, CustomStringConvertible {
  var description: String { "The effect failed, and no error was given." }
}

extension Effect.Failure: CustomStringConvertible {
  public var description: String { "\(text) (\(type), \(domain) \(code))" }
}

/// A value that is kept aside, behind one reference.
final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
}
