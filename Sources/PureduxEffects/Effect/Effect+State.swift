extension Effect {
  /// The state of a piece of work: whether it should run, and how it ended.
  ///
  /// A reducer requests work by changing an effect state, and the effect that is attached to this state performs the
  /// work:
  ///
  /// ```swift
  /// var loading = Effect.State.idle()
  /// loading.run(maxAttempts: 3)  // requests the work; `restart` also replaces work in progress
  /// loading.retryOrFailWith(CancellationError())  // requests the next attempt, or records the failure
  /// loading.succeed()  // records the result
  /// loading.cancel()  // stops the work; its actions no longer reach a reducer
  /// ```
  ///
  /// Rarely used fields are stored out of line, so that comparing thousands of effect states is fast.
  public struct State: Codable, Hashable, Sendable, Identifiable {
    /// The status of the work. Saved effect states contain the raw values.
    @frozen
    @usableFromInline
    enum WorkStatus: Int, Codable, Hashable, Sendable {
      /// The work has not been requested, or was reset.
      case idle
      /// The work is waiting or running, or will be retried.
      case inProgress
      /// The work succeeded.
      case success
      /// The work failed, and will not be retried.
      case failure
      /// The work was cancelled before it ended.
      case cancelled
    }

    /// Identifies the work; all copies of this state share the identity.
    public let id: Identity
    /// The sequence number of the latest run, incremented by each start, restart and retry of the work.
    @usableFromInline private(set) var generation: UInt32 = 0
    private var attempt: UInt32 = 0
    @usableFromInline private(set) var workStatus = WorkStatus.idle
    /// Whether the latest run was requested before the state was saved. A decoded state keeps the default.
    private var isRestored = Uncompared(true)
    private var details: Boxed<Details>?

    private enum CodingKeys: String, CodingKey {
      case id, generation, attempt
      case workStatus = "status"
      case details
    }

    private struct Details: Codable, Hashable, Sendable {
      var policy = RetryPolicy.once
      var failure: Failure?
      var schedule: WorkSchedule?
    }

    private init(named id: Identity) { (self.id, isRestored) = (id, Uncompared(false)) }
  }
}

extension Effect.State {
  /// Creates an effect state that has not requested its work yet.
  public static func idle(id: Identity = Identity()) -> Self { Self(named: id) }

  /// Creates an effect state that requests its work immediately.
  ///
  /// Use this method for a collection element whose work begins as soon as the element is added.
  ///
  /// ```swift
  /// state.downloads.append(.running(maxAttempts: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: The total number of attempts; failures are retried after 2, 4, 8 … seconds.
  ///   - delay: The delay before the first attempt, in seconds.
  ///   - id: Identifies the work; unique by default. Two states with the same identity in one collection are reported
  ///     as misuse.
  public static func running(maxAttempts: Int = 1, delay: Double = 0, id: Identity = Identity()) -> Self {
    running(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay), id: id)
  }

  /// Creates an effect state that requests its work immediately, with a retry policy.
  ///
  /// Use this method instead of ``running(maxAttempts:delay:id:)`` to customize the delays, add jitter, or set a
  /// timeout for each attempt.
  public static func running(_ policy: RetryPolicy, id: Identity = Identity()) -> Self {
    var state = Self(named: id)
    state.run(policy)
    return state
  }

  /// Whether the work was never requested, or was reset.
  public var isIdle: Bool { workStatus == .idle }
  /// Whether the work is waiting or running, or will be retried.
  public var isInProgress: Bool { workStatus == .inProgress }
  /// Whether the work succeeded.
  public var isSuccess: Bool { workStatus == .success }
  /// Whether the work failed permanently.
  public var isFailed: Bool { workStatus == .failure }
  /// Whether the work was cancelled.
  public var isCancelled: Bool { workStatus == .cancelled }

  /// The error with which the work failed; nil if the work has not failed. If the work failed without an error, this
  /// property returns a generic failure.
  public var error: Effect.Failure? { details?.value.failure ?? (isFailed ? .unspecified : nil) }

  /// The zero-based index of the current attempt; nil if the work is not in progress.
  public var currentAttempt: Int? { isInProgress ? Int(clamping: attempt) : nil }

  /// The delay before the current attempt, in seconds; nil if the work is not in progress.
  public var delay: Double? {
    currentAttempt.map { policy.delay(beforeAttempt: $0, of: id) }
  }

  /// Whether this is the first attempt under the default policy, which has no delay and no time limit. Checking this
  /// property is cheaper than reading the policy.
  var isFirstAttemptByDefault: Bool { details == nil && attempt == 0 }

  /// The retry policy of the latest request.
  public var policy: RetryPolicy { details?.value.policy ?? .once }

  /// Whether the work was interrupted by the end of a process, and must not be performed twice.
  var isInterrupted: Bool { isRestored.value && isInProgress && policy.resumes == .never }

  /// When the current attempt begins and the work must end; nil for an attempt without a delay or a deadline.
  var schedule: WorkSchedule? { details?.value.schedule }

  /// Returns the part of the delay before the current attempt that has not passed at a wall-clock time.
  func delayLeft(_ delay: Duration, at wallTime: () -> Duration) -> Duration {
    guard isRestored.value, let schedule else { return delay }
    // A wall clock that was set back does not prolong the delay.
    return min(delay, max(schedule.start - wallTime(), .zero))
  }
}

extension Effect.State {
  /// Requests the work, unless it is already in progress.
  ///
  /// The attached effect starts after the action has been reduced. Work that succeeded, failed or was cancelled is
  /// started again.
  ///
  /// ```swift
  /// state.loading.run(maxAttempts: 3)  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: The total number of attempts. While attempts remain, a transient error passed to
  ///     ``retryOrFailWith(_:if:)`` causes a retry after 2, 4, 8 … seconds. By default, the work is not retried.
  ///   - delay: The delay before the first attempt, in seconds. A negative delay is treated as zero.
  public mutating func run(maxAttempts: Int = 1, delay: Double = 0) {
    run(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Requests the work with a retry policy, unless it is already in progress.
  ///
  /// Use this method instead of ``run(maxAttempts:delay:)`` to customize the delays, add jitter, or set a timeout for
  /// each attempt. The policy becomes part of the state and is saved with it.
  ///
  /// ```swift
  /// state.loading.run(RetryPolicy(maxAttempts: 5, base: 0.5, cap: 10, timeout: 20))  // in the reducer
  /// ```
  public mutating func run(_ policy: RetryPolicy) {
    if !isInProgress { restart(policy) }
  }

  /// Restarts the work, stopping any run in progress first.
  ///
  /// Actions of the stopped run no longer reach a reducer. Use this method after changing a value on which the work
  /// depends, such as the text of a search field.
  ///
  /// ```swift
  /// state.text = "swift"
  /// state.loading.restart()  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - maxAttempts: The total number of attempts; failures are retried after 2, 4, 8 … seconds.
  ///   - delay: The delay before the first attempt, in seconds. A negative delay is treated as zero.
  public mutating func restart(maxAttempts: Int = 1, delay: Double = 0) {
    restart(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Stops any run in progress, and restarts the work at a given time on the store's clock.
  ///
  /// Use this method for deadlines. In a reducer, read the current time from `StoreContext.current.clock`, so that a
  /// replay computes the same delay. If the time is in the past, the work starts immediately.
  ///
  /// ```swift
  /// let deadline = StoreContext.current.clock.now() + .seconds(60)
  /// state.loading.restart(at: deadline)  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - time: A time on the store's clock, as returned by `clock.now()`. The time is meaningless in another process,
  ///     where the clock starts over.
  ///   - maxAttempts: The total number of attempts; failures are retried after 2, 4, 8 … seconds.
  public mutating func restart(at time: Duration, maxAttempts: Int = 1) {
    let delay = max(time - StoreContext.current.clock.now(), .zero)
    restart(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay / .seconds(1)))
  }

  /// Restarts the work with a retry policy, stopping any run in progress first.
  ///
  /// Use this method instead of ``restart(maxAttempts:delay:)`` to customize the delays, add jitter, or set a timeout
  /// for each attempt.
  public mutating func restart(_ policy: RetryPolicy) {
    let policy = policy.encodable
    details = policy == .once ? nil : Boxed(Details(policy: policy, schedule: WorkSchedule(policy, id)))
    begin(attempt: 0)
  }

  /// Retries the work if attempts and time remain and the error is transient; otherwise, fails the work.
  ///
  /// The current run is stopped, and the next attempt is delayed according to the retry policy. If the work is not in
  /// progress, for example after `cancel()`, nothing changes. Calling this method for work that was never requested is
  /// reported as misuse.
  ///
  /// ```swift
  /// state.loading.retryOrFailWith(error, if: { !($0 is NotFound) })  // in the reducer
  /// ```
  ///
  /// - Parameters:
  ///   - error: Stored as ``error`` if the work fails.
  ///   - isWorthIt: Returns whether a retry could succeed. By default, every error is retried except a
  ///     ``TransientError`` whose `isTransient` is false.
  public mutating func retryOrFailWith(
    _ error: (any Error)?, if isWorthIt: (any Error) -> Bool = { ($0 as? any TransientError)?.isTransient ?? true }
  ) {
    guard isInProgress else { return reportIfNeverRun("an error") }
    // A decoded state may contain any attempt number, so the addition may overflow.
    let (next, isTooLarge) = attempt.addingReportingOverflow(1)
    let policy = policy
    guard !isTooLarge, policy.allowsAttempt(Int(clamping: next)), error.map(isWorthIt) ?? true else {
      return fail(error)
    }
    let nextSchedule = WorkSchedule(policy, id, attempt: Int(clamping: next), deadline: schedule?.deadline)
    guard nextSchedule?.isPossible ?? true else { return fail(error) }
    details = Boxed(Details(policy: policy, schedule: nextSchedule))
    begin(attempt: next)
  }

  /// Stops the work in progress; from then on, its actions no longer reach a reducer.
  ///
  /// The running task is cancelled. If the work is not in progress, nothing changes.
  ///
  /// ```swift
  /// state.loading.cancel()  // in the reducer
  /// ```
  public mutating func cancel() {
    if isInProgress { workStatus = .cancelled }
  }

  /// Marks the work in progress as succeeded. The run is not stopped, and its later actions are still delivered.
  ///
  /// If the work is not in progress, for example after `cancel()`, nothing changes. Calling this method for work that
  /// was never requested is reported as misuse.
  ///
  /// ```swift
  /// state.items = ["swift"]
  /// state.loading.succeed()  // in the reducer
  /// ```
  public mutating func succeed() {
    guard isInProgress else { return reportIfNeverRun("a success") }
    workStatus = .success
  }

  /// Marks the work in progress as permanently failed. The run is not stopped, and its later actions are still
  /// delivered.
  ///
  /// If the work is not in progress, for example after `cancel()`, nothing changes. Calling this method for work that
  /// was never requested is reported as misuse.
  ///
  /// ```swift
  /// state.loading.fail(error)  // in the reducer
  /// ```
  public mutating func fail(_ error: (any Error)?) {
    guard isInProgress else { return reportIfNeverRun("a failure") }
    workStatus = .failure
    details = Boxed(Details(policy: policy, failure: error.map { Effect.Failure($0) }))
  }

  /// Resets the work to idle, regardless of its status. A run in progress is not stopped, and its later actions are
  /// still delivered.
  ///
  /// To stop the run, call `cancel()` before resetting the work.
  ///
  /// ```swift
  /// state.loading.reset()  // in the reducer
  /// ```
  public mutating func reset() {
    workStatus = .idle
    attempt = 0
    details = nil
  }

  /// What an effect state requests, without the retry policy and the failure.
  @frozen
  @usableFromInline
  struct Request: Equatable, Sendable {
    @usableFromInline let id: Identity
    @usableFromInline let generation: UInt32
    @usableFromInline let workStatus: WorkStatus

    @inlinable
    init(_ state: Effect.State) { (id, generation, workStatus) = (state.id, state.generation, state.workStatus) }

    @inlinable
    static func == (one: Self, other: Self) -> Bool {
      one.id == other.id && one.generation == other.generation && one.workStatus == other.workStatus
    }
  }

  /// Whether both states request the same run.
  func isSameRun(as other: Self) -> Bool { id == other.id && generation == other.generation }

  @inlinable var request: Request { Request(self) }

  /// Whether both effect states make the same request, ignoring the retry policy and the failure.
  @usableFromInline
  func asksTheSame(as other: Self) -> Bool { request == other.request }

  private mutating func begin(attempt: UInt32) {
    // Generation zero is reserved for work that was never requested.
    generation = generation == .max ? 1 : generation + 1
    self.attempt = attempt
    workStatus = .inProgress
    isRestored = Uncompared(false)
  }

  /// Reports misuse if the work was never requested. A result for work that has already ended is not misuse, because
  /// results may arrive late.
  private func reportIfNeverRun(_ result: String) {
    if generation == 0 { StoreContext.current.report(.effectNeverRan(result, id: id)) }
  }
}

extension Effect.State: CustomReflectable {
  /// A readable summary of the effect state, for tools that display differences.
  public var customMirror: Mirror {
    let parts: KeyValuePairs<String, Any> = [
      "status": workStatus, "currentAttempt": currentAttempt as Any, "error": error as Any, "policy": policy,
      "id": id, "generation": generation,
    ]
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}
