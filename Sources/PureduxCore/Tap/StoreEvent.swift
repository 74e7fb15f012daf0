/// An event in a store tree.
public struct StoreEvent: Sendable {
  /// The kind of an event.
  public enum Kind: Sendable {
    /// The turn of an action began.
    case turnBegan(any Sendable)
    /// An action was not reduced: for example, a middleware dropped it, or the work that sent it had been cancelled.
    case dropped(any Sendable)
    /// The store and its ancestors have reduced an action.
    case reduced(any Sendable)
    /// The state of the store was replaced by state restoration or time travel.
    case replaced
    /// The states of this turn have been published to all observers.
    case published
    /// A selector computed its result, in a turn or for a reader. The computation time is measured with the context's
    /// clock.
    case computed(name: String, time: Duration)
    /// A store's work started.
    case workStarted(StoreWork)
    /// The work finished without an error or a cancellation.
    case workEnded(StoreWork)
    /// The work ended with an error.
    case workFailed(StoreWork, error: String)
    /// The work was cancelled, or exceeded its timeout.
    case workCancelled(StoreWork)
    /// A child store was created. `stateType` is the type of the child's own state, without the parent's state.
    case storeMade(below: StoreID, stateType: String, actionType: String)
    /// The last handle to the store was released, and all earlier actions have been delivered.
    case storeGone
    /// Misuse was reported in a recorded turn. Taps do not receive this event: misuse is reported to the context's
    /// `misuseReporter`.
    case misuse(Misuse)
  }

  /// The kind of the event.
  public let kind: Kind
  /// The store that received the action, or that the work belongs to.
  public let store: StoreID
  /// The name that the store was given with `named:`; nil if the store has no name.
  public let storeName: String?
  /// The revision of the tree: the number of turns that have reduced an action or replaced a state.
  public let revision: UInt64
  /// The time of the event, on the clock of the tree's context.
  public let time: Duration

  package init(_ kind: Kind, store: StoreID, named storeName: String? = nil, revision: UInt64, time: Duration) {
    self.kind = kind
    self.store = store
    self.storeName = storeName
    self.revision = revision
    self.time = time
  }
}

extension StoreEvent.Kind: CustomStringConvertible {
  /// A one-line description, for example `reduced increment` or `load started`.
  public var description: String {
    switch self {
    case .turnBegan(let action): "turn of \(action) began"
    case .dropped(let action): "dropped \(action)"
    case .reduced(let action): "reduced \(action)"
    case .replaced: "state replaced"
    case .published: "published"
    case .computed(let name, let time): "\(name) computed in \(time)"
    case .workStarted(let work): "\(work) started"
    case .workEnded(let work): "\(work) ended"
    case .workFailed(let work, let error): "\(work) failed: \(error)"
    case .workCancelled(let work): "\(work) cancelled"
    case .storeMade(_, let stateType, _): "store of \(stateType) created"
    case .storeGone: "store released"
    case .misuse(let misuse): "misuse: \(misuse.whatHappened)"
    }
  }
}

extension StoreEvent: CustomStringConvertible {
  /// The store and the event, for example `list: reduced increment`.
  public var description: String { "\(storeName ?? "store \(store.number)"): \(kind)" }
}

/// Identifies a run of a store's work in events.
public struct StoreWork: Sendable, Hashable {
  /// The name of the work, or the source location where the work was attached.
  public let name: String
  /// Identifies this run of the work within the tree. The attempts of a run are numbered separately.
  public let run: UInt64
  /// The number of the attempt, starting at 1. Later attempts are retries.
  public let attempt: Int

  /// Whether a test may end while this work is running. Set only in `workStarted` events, and ignored by `==`.
  package var isDaemon = false

  package init(name: String, run: UInt64, attempt: Int = 1) {
    self.name = name
    self.run = run
    self.attempt = attempt
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.run == rhs.run && lhs.attempt == rhs.attempt && lhs.name == rhs.name
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(run)
    hasher.combine(attempt)
  }
}

extension StoreWork: CustomStringConvertible {
  public var description: String { attempt > 1 ? "\(name), attempt \(attempt)" : name }
}

/// Identifies a store and its tree, for tools that observe several trees.
///
/// A store and its projections (from `map(state:)` and similar methods) share an identity; a child from `with` has its
/// own identity. The identity is stable as long as the store exists, and is never reused in the process.
public struct StoreID: Hashable, Sendable {
  /// The identity of the tree. With seeded identities, the order in which trees are created determines this identity.
  public let tree: Identity
  /// The number of the store in its tree. Stores are numbered in the order of creation.
  public let number: UInt64
}
