public import Dispatch

// Puredux 2 declarations that duplicate newer declarations, and will be removed in the next major version.

extension Effect.State {
  /// Creates an effect state that has not requested its work yet.
  @available(*, deprecated, message: "Use `.idle()`, which states the status.")
  public init(id: Identity = Identity()) { self = .idle(id: id) }

  /// The status of the work.
  @available(*, deprecated, message: "Use `isIdle`, `isInProgress`, `isSuccess`, `isFailed` and `isCancelled`.")
  public enum Status: Int, Codable, Hashable, Sendable {
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

  /// The status of the work, for use in a `switch`.
  @available(*, deprecated, message: "Use `isIdle`, `isInProgress`, `isSuccess`, `isFailed` and `isCancelled`.")
  public var status: Status {
    switch workStatus {
    case .idle: .idle
    case .inProgress: .inProgress
    case .success: .success
    case .failure: .failure
    case .cancelled: .cancelled
    }
  }
}

extension Store {
  /// A closure that creates the effect for the state that requested it.
  @available(*, deprecated, message: "Write the closure's type, or the closure itself.")
  public typealias CreateEffect = @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// A closure that creates the effect of one collection element, for the state that requested the effect.
  @available(*, deprecated, message: "Write the closure's type, or the closure itself.")
  public typealias CreateForEachEffect =
    @Sendable (_ state: State, _ job: Effect.State, _ dispatch: @escaping Dispatch<Action>) -> Effect

  /// Runs an effect whenever the store's state, which is an effect state, requests it.
  @available(*, deprecated, message: "Pass the whole state: `effect(\\.self) { … }`.")
  @discardableResult
  public func effect(on queue: DispatchQueue? = nil, create: @escaping CreateEffect) -> Self
  where State == Effect.State { effect({ $0 }, on: queue, create: create) }

  /// Runs an effect whenever the store's state becomes true, and stops it when the state becomes false.
  @available(*, deprecated, message: "Pass the whole state: `effect(toggle: \\.self) { … }`.")
  @discardableResult
  public func effectToggle(on queue: DispatchQueue? = nil, create: @escaping CreateEffect) -> Self
  where State == Bool { effect(toggle: { $0 }, on: queue, create: create) }

  /// Runs an effect whenever the store's state changes; the initial state does not start it.
  @available(*, deprecated, message: "Pass the whole state: `effect(onChange: \\.self) { … }`.")
  @discardableResult
  public func effectOnChange(on queue: DispatchQueue? = nil, create: @escaping CreateEffect) -> Self
  where State: Equatable { effect(onChange: { $0 }, on: queue, create: create) }

  /// Runs an effect for each element of the store's state, whenever the element requests it.
  @available(*, deprecated, message: "Pass the whole state: `effect(collection: \\.self) { … }`.")
  @discardableResult
  public func effectCollection(on queue: DispatchQueue? = nil, forEach create: @escaping CreateForEachEffect) -> Self
  where State: Collection, State.Element == Effect.State {
    effect(collection: { $0 }, on: queue, forEach: create)
  }
}
