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
    case workStarted(name: String)
    /// It ended by itself.
    case workEnded(name: String)
    /// It was told to stop.
    case workCancelled(name: String)
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
