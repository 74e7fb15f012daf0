public import Foundation

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
  public static func running(maxAttempts: Int = 1, delay: TimeInterval = 0, id: Identity = Identity()) -> Self {
    running(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay), id: id)
  }

  /// A state that asks for its work from the start.
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
  public var currentAttempt: Int? { isInProgress ? Int(attempt) : nil }

  /// How many seconds the attempt in progress waits before it begins.
  public var delay: TimeInterval? {
    currentAttempt.map { policy.delay(beforeAttempt: $0, of: id) }
  }

  /// The policy of the last run.
  public var policy: RetryPolicy { details?.value.policy ?? .once }
}

extension Effect.State {
  /// Asks for the work, unless it is in progress.
  ///
  /// Failures are tried again after 2, 4, 8 … seconds.
  public mutating func run(maxAttempts: Int = 1, delay: TimeInterval = 0) {
    run(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Asks for the work, unless it is in progress.
  public mutating func run(_ policy: RetryPolicy) {
    if !isInProgress { restart(policy) }
  }

  /// Asks for the work anew: what runs is told to stop first.
  ///
  /// Failures are tried again after 2, 4, 8 … seconds.
  public mutating func restart(maxAttempts: Int = 1, delay: TimeInterval = 0) {
    restart(RetryPolicy(maxAttempts: maxAttempts, initialDelay: delay))
  }

  /// Asks for the work anew: what runs is told to stop first.
  public mutating func restart(_ policy: RetryPolicy) {
    begin(attempt: 0)
    details = policy == .once ? nil : Boxed(Details(policy: policy))
  }

  /// Asks for the next attempt if there is one left and the error is worth it; else the work has failed.
  ///
  /// Changes nothing when the work is not in progress, as after `cancel()`.
  public mutating func retryOrFailWith(_ error: (any Error)?, if isWorthIt: (any Error) -> Bool = { _ in true }) {
    guard isInProgress else { return reportIfNeverRun("an error") }
    if policy.allowsAttempt(Int(attempt) + 1), error.map(isWorthIt) ?? true {
      begin(attempt: attempt + 1)
    } else {
      fail(error)
    }
  }

  /// Tells the work in progress to stop: nothing that it dispatches from now on counts.
  public mutating func cancel() {
    if isInProgress { status = .cancelled }
  }

  /// Says that the work in progress succeeded; it may finish what it does.
  ///
  /// Changes nothing when the work is not in progress, as after `cancel()`.
  public mutating func succeed() {
    guard isInProgress else { return reportIfNeverRun("a success") }
    status = .success
  }

  /// Says that the work in progress failed for good; it may finish what it does.
  ///
  /// Changes nothing when the work is not in progress, as after `cancel()`.
  public mutating func fail(_ error: (any Error)?) {
    guard isInProgress else { return reportIfNeverRun("a failure") }
    status = .failure
    details = Boxed(Details(policy: policy, failure: error.map(Effect.Failure.init)))
  }

  /// Forgets how the work stands; what runs may finish what it does.
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
    generation &+= 1
    self.attempt = attempt
    status = .inProgress
  }

  /// A result that comes after the end may be late by right; one for work that never began cannot.
  private func reportIfNeverRun(_ result: String) {
    if generation == 0 { StoreContext.current.report(.effectNeverRan(result, id: id)) }
  }
}

/// A value that is kept aside, behind one reference.
private final class Boxed<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  static func == (one: Boxed, other: Boxed) -> Bool { one === other || one.value == other.value }
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
