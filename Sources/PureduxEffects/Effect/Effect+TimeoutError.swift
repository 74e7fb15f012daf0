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
