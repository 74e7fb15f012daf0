extension Effect {
  /// What the state says of a piece of work: whether it should run, and how it ended.
  ///
  /// It is small, so that thousands can be looked through in no time: what few have is kept aside.
  public struct State: Codable, Hashable, Sendable, Identifiable {
    /// Where the work stands.
    public enum Status: Int, Codable, Hashable, Sendable {
      /// Nothing was asked for.
      case idle
      /// It waits, runs, or will be tried again.
      case inProgress
      /// It ended well.
      case success
      /// It failed, and is not tried again.
      case failure
      /// It was cancelled before it ended.
      case cancelled
    }

    /// Names the work, in this state and in all copies of it.
    public let id: Identity
    /// Grows each time that the work is to begin anew, and so names one run of it.
    private(set) var generation: UInt32 = 0
    private var attempt: UInt32 = 0
    /// Where the work stands.
    public private(set) var status = Status.idle
    private var details: Boxed<Details>?

    private struct Details: Codable, Hashable, Sendable {
      var policy = RetryPolicy.once
      var failure: Failure?
    }

    /// A state that asks for nothing yet: the same as `idle(id:)`.
    public init(id: Identity = Identity()) { self.id = id }
  }
}

extension Effect.State {
  /// A state that asks for nothing yet.
  public static func idle(id: Identity = Identity()) -> Self { Self(id: id) }

  /// A state that asks for its work from the start.
  ///
  /// For an element of a collection whose work begins when the element is added.
  ///
  /// ```swift
  /// state.downloads.append(.running(maxAttempts: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: how many attempts there are in all; failures are tried again after 2, 4, 8 … seconds.
  ///   - delay: how many seconds the first attempt waits.
  ///   - id: names the work; unique by default. Two states with one identity in a collection are misuse.
  public static func running(maxAttempts: Int = 1, delay: Double = 0, id: Identity = Identity()) -> Self {
    running(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay), id: id)
  }

  /// A state that asks for its work from the start, with a retry policy.
  ///
  /// The same as ``running(maxAttempts:delay:id:)`` with more to say about retries.
  public static func running(_ policy: RetryPolicy, id: Identity = Identity()) -> Self {
    var state = Self(id: id)
    state.run(policy)
    return state
  }

  /// Whether it was never run, or was set back.
  public var isIdle: Bool { status == .idle }
  /// Whether it waits, runs, or will be tried again.
  public var isInProgress: Bool { status == .inProgress }
  /// Whether it succeeded.
  public var isSuccess: Bool { status == .success }
  /// Whether it failed for good.
  public var isFailed: Bool { status == .failure }
  /// Whether it was cancelled.
  public var isCancelled: Bool { status == .cancelled }

  /// Why the work failed: `unspecified` where it failed and no error was given; nil where it did not fail.
  public var error: Effect.Failure? { details?.value.failure ?? (isFailed ? .unspecified : nil) }

  /// The attempt in progress, counted from zero.
  public var currentAttempt: Int? { isInProgress ? Int(clamping: attempt) : nil }

  /// How many seconds the attempt in progress waits before it begins.
  public var delay: Double? {
    currentAttempt.map { policy.delay(beforeAttempt: $0, of: id) }
  }

  /// The policy of the last run.
  public var policy: RetryPolicy { details?.value.policy ?? .once }
}

extension Effect.State {
  /// Asks for the work, unless it is in progress.
  ///
  /// The effect that is attached to this state starts when the action has been reduced. A state that succeeded, failed
  /// or was cancelled begins anew.
  ///
  /// ```swift
  /// state.loading.run(maxAttempts: 3)  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: how many attempts there are in all. After an error that is told by ``retryOrFailWith(_:if:)`` the
  ///     work is tried again after 2, 4, 8 … seconds. One, the default, means no retry.
  ///   - delay: how many seconds the first attempt waits. A negative delay is taken as none.
  public mutating func run(maxAttempts: Int = 1, delay: Double = 0) {
    run(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Asks for the work, unless it is in progress, with a retry policy.
  ///
  /// The policy is kept in the state and stored with it.
  ///
  /// ```swift
  /// state.loading.run(RetryPolicy(maxAttempts: 5, base: 0.5, cap: 10, timeout: 20))  // in the reducer
  /// ```
  public mutating func run(_ policy: RetryPolicy) {
    if !isInProgress { restart(policy) }
  }

  /// Asks for the work anew: a run in progress is stopped first.
  ///
  /// Actions of the stopped run no longer reach a reducer. Use it where the work depends on a part of the state that
  /// has just changed, as a search does on its text.
  ///
  /// ```swift
  /// state.text = "swift"
  /// state.loading.restart()  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: how many attempts there are in all; failures are tried again after 2, 4, 8 … seconds.
  ///   - delay: how many seconds the first attempt waits. A negative delay is taken as none.
  public mutating func restart(maxAttempts: Int = 1, delay: Double = 0) {
    restart(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Asks for the work anew, with a retry policy: a run in progress is stopped first.
  public mutating func restart(_ policy: RetryPolicy) {
    begin(attempt: 0)
    details = policy == .once ? nil : Boxed(Details(policy: policy))
  }

  /// Asks for the next attempt if one is left and the error is worth it; otherwise the work has failed.
  ///
  /// The run in progress is stopped, and the next attempt waits as the retry policy says. Nothing changes when the work
  /// is not in progress, for example after `cancel()`; for a state that never ran the error is reported as misuse.
  ///
  /// ```swift
  /// state.loading.retryOrFailWith(error, if: { !($0 is NotFound) })  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - error: kept as ``error`` when the work has failed.
  ///   - isWorthIt: whether another attempt could end better. By default every error is worth one, except a
  ///     ``TransientError`` that says that it is not transient.
  public mutating func retryOrFailWith(
    _ error: (any Error)?, if isWorthIt: (any Error) -> Bool = { ($0 as? any TransientError)?.isTransient ?? true }
  ) {
    guard isInProgress else { return reportIfNeverRun("an error") }
    // A stored state may hold any number.
    let (next, isTooLarge) = attempt.addingReportingOverflow(1)
    if !isTooLarge, policy.allowsAttempt(Int(clamping: next)), error.map(isWorthIt) ?? true {
      begin(attempt: next)
    } else {
      fail(error)
    }
  }

  /// Stops the work in progress: actions that it dispatches from now on no longer reach a reducer.
  ///
  /// The running task is cancelled. Nothing changes when the work is not in progress.
  ///
  /// ```swift
  /// state.loading.cancel()  // in the reducer
  /// ```
  public mutating func cancel() {
    if isInProgress { status = .cancelled }
  }

  /// Says that the work in progress succeeded; the run may finish, and its later actions count.
  ///
  /// Nothing changes when the work is not in progress, for example after `cancel()`. A success for a state that never
  /// ran can only be a mistake, and is reported as misuse.
  ///
  /// ```swift
  /// state.items = ["swift"]
  /// state.loading.succeed()  // in the reducer
  /// ```
  public mutating func succeed() {
    guard isInProgress else { return reportIfNeverRun("a success") }
    status = .success
  }

  /// Says that the work in progress failed for good; the run may finish, and its later actions count.
  ///
  /// Nothing changes when the work is not in progress, for example after `cancel()`. A failure of a state that never
  /// ran can only be a mistake, and is reported as misuse.
  ///
  /// ```swift
  /// state.loading.fail(error)  // in the reducer
  /// ```
  public mutating func fail(_ error: (any Error)?) {
    guard isInProgress else { return reportIfNeverRun("a failure") }
    status = .failure
    details = Boxed(Details(policy: policy, failure: error.map(Effect.Failure.init)))
  }

  /// Goes back to idle from everywhere; a run in progress may finish, and its later actions count.
  ///
  /// Call `cancel()` first where it is to stop.
  ///
  /// ```swift
  /// state.loading.reset()  // in the reducer
  /// ```
  public mutating func reset() {
    status = .idle
    attempt = 0
    details = nil
  }

  /// Whether both ask for one and the same: details alone make no difference.
  @usableFromInline
  func asksTheSame(as other: Self) -> Bool {
    id == other.id && generation == other.generation && status == other.status
  }

  private mutating func begin(attempt: UInt32) {
    // Zero is kept for work that never ran.
    generation = generation == .max ? 1 : generation + 1
    self.attempt = attempt
    status = .inProgress
  }

  /// A result that comes after the end may be late by right; one for work that never began cannot.
  private func reportIfNeverRun(_ result: String) {
    if generation == 0 { StoreContext.current.report(.effectNeverRan(result, id: id)) }
  }
}

extension Effect.State: CustomReflectable {
  /// What a person wants to know of it; tools that show differences look here.
  public var customMirror: Mirror {
    let parts: KeyValuePairs<String, Any> = [
      "status": status, "currentAttempt": currentAttempt as Any, "error": error as Any, "policy": policy,
      "id": id, "generation": generation,
    ]
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}

/// An error that knows whether another attempt could end better, so that no reducer has to say it.
///
/// ```swift
/// struct HTTPFailure: TransientError {
///   var status: Int
///   var isTransient: Bool { status == 429 || status >= 500 }
/// }
/// ```
///
/// `retryOrFailWith(_:if:)` asks it, unless it is given a condition of its own.
public protocol TransientError: Error {
  /// Whether the cause may be gone at another attempt, as that of a timeout or an overloaded server.
  var isTransient: Bool { get }
}
