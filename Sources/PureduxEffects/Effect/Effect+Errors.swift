extension Effect {
  /// The error for work that exceeded its timeout.
  ///
  /// If the effect has no `onTimeout`, this error is passed to its `onError`, or to the `onFailure` of its attachment.
  public struct TimeoutError: Error, Hashable, Sendable {
    /// The timeout that the work exceeded.
    public let timeout: Duration

    /// Creates the error for work that exceeded `timeout`.
    package init(timeout: Duration) { self.timeout = timeout }
  }
}

extension Effect.TimeoutError: CustomStringConvertible {
  public var description: String { "the work took longer than \(timeout)" }
}

/// An error that declares whether a retry could succeed, so that reducers need not decide.
///
/// ```swift
/// struct HTTPFailure: TransientError {
///   var status: Int
///   var isTransient: Bool { status == 429 || status >= 500 }
/// }
/// ```
///
/// `retryOrFailWith(_:if:)` uses `isTransient` unless you pass a condition.
public protocol TransientError: Error {
  /// Whether the cause of the error is temporary, such as a timeout or an overloaded server.
  var isTransient: Bool { get }
}

extension Effect {
  /// The error for work that was in progress in a saved state, and must not be performed twice.
  ///
  /// If a retry policy `resumes` never, this error is passed to the `onError` of the effect, or to the `onFailure` of its
  /// attachment, when the state has been restored. The work is not retried.
  public struct InterruptedError: TransientError, Hashable {
    /// Always false: whether the work was performed is unknown.
    public var isTransient: Bool { false }

    package init() {}
  }
}

extension Effect.InterruptedError: CustomStringConvertible {
  public var description: String { "the process ended while the work was in progress" }
}
