/// Something that happened in a store tree.
public struct StoreEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// The turn of an action began.
    case turnBegan(any Sendable)
    /// An action was not reduced: the work that sent it had been cancelled, or a middleware kept it back.
    case dropped(any Sendable)
    /// The store, and all stores above it, have reduced an action.
    case reduced(any Sendable)
    /// The state of the store was replaced, by restoring or by time travel.
    case replaced
    /// All observers have been offered the states of this turn.
    case published
    /// A selector has computed its result, in a turn or for a reader, and took this time by the clock of the context.
    case computed(name: String, time: Duration)
    /// Work that a store looks after began.
    case workStarted(StoreWork)
    /// It ended by itself.
    case workEnded(StoreWork)
    /// It ended with an error.
    case workFailed(StoreWork, error: String)
    /// It was told to stop, or took longer than its timeout.
    case workCancelled(StoreWork)
    /// A child store was made.
    case storeMade(StoreDescription)
    /// The last handle to the store was released, and all that was dispatched to it before has been delivered.
    case storeGone
    /// A mistake was found in a turn that is recorded. Taps are not told of it: the context's reporter is.
    case misuse(Misuse)
  }

  /// What happened.
  public let kind: Kind
  /// The store that the action was dispatched to, or that the work belongs to.
  public let store: StoreID
  /// What that store was called with `named:`; nil for a store without a name.
  public let storeName: String?
  /// How many turns have reduced an action in this tree.
  public let revision: UInt64
  /// The time by the clock of the tree's context.
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
  /// One line, for example `reduced increment` or `load started`.
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
    case .storeMade(let store): "\(store) made"
    case .storeGone: "store gone"
    case .misuse(let misuse): "misuse: \(misuse.whatHappened)"
    }
  }
}

extension StoreEvent: CustomStringConvertible {
  /// The store and what happened, for example `list: reduced increment`.
  public var description: String { "\(storeName ?? "store \(store.number)"): \(kind)" }
}

/// One run of work that a store looks after, as its events name it.
public struct StoreWork: Sendable, Hashable {
  /// The name that the work was given, or the place where it was attached.
  public let name: String
  /// Tells this run from the others of the tree. Its attempts have numbers of their own.
  public let run: UInt64
  /// The attempt, from 1 on, where the work is tried again after an error.
  public let attempt: Int

  package init(name: String, run: UInt64, attempt: Int = 1) {
    self.name = name
    self.run = run
    self.attempt = attempt
  }
}

extension StoreWork: CustomStringConvertible {
  public var description: String { attempt > 1 ? "\(name), attempt \(attempt)" : name }
}

/// Which store of which tree, for tools that watch several.
///
/// A store and its projections (made by `map(state:)` and its like) have one identity; a child made by `with` has one of
/// its own. It stays the same for as long as the store exists, and is never used again in the process.
public struct StoreID: Hashable, Sendable {
  /// The tree's own identity, in the order of its making where identities are seeded.
  public let tree: Identity
  /// Stores of one tree are numbered in the order they were made.
  public let number: UInt64
}

/// What a store is, for tools that show the tree.
public struct StoreDescription: Sendable, Hashable {
  /// The store above; nil for a root.
  public let parent: StoreID?
  /// The type of the store's own state: of a child, its local state.
  public let stateType: String
  /// The type of its actions.
  public let actionType: String
}

extension StoreDescription: CustomStringConvertible {
  public var description: String { "store of \(stateType)" }
}
