/// Which store of which tree, for tools that watch several.
public struct StoreID: Hashable, Sendable {
  /// The tree's own identity, in the order of its making where identities are seeded.
  public let tree: Identity
  /// Stores of one tree are numbered in the order they were made.
  public let number: UInt64
}

/// Something that happened in a store tree.
public struct StoreEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// An action has reached its turn.
    case turnBegan(any Sendable)
    /// An action did not: the work that sent it had been cancelled, or a middleware kept it back.
    case dropped(any Sendable)
    /// The store, and all above it, have reduced an action.
    case reduced(any Sendable)
    /// The store's own state has been replaced, by restoring or time travel.
    case replaced
    /// All observers have been offered the states of this turn.
    case published
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
  /// How many turns have reduced an action in this tree.
  public let revision: UInt64
  /// The time by the clock of the tree's context.
  public let time: Duration

  package init(_ kind: Kind, store: StoreID, revision: UInt64, time: Duration) {
    self.kind = kind
    self.store = store
    self.revision = revision
    self.time = time
  }
}

extension StateStore {
  /// Calls `receive`, inside the turns of the whole tree, with all that happens from now on, until the token ends it.
  ///
  /// Inspectors, logs and test tools are built on it. `receive` must be quick: the tree waits for it. A tree
  /// without a tap pays one comparison.
  public func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription {
    let tap = TapList.Tap(receive)
    let tree = node.actionQueue.tree
    tree.mailbox.post { [weak tree] turn in tree?.add(tap, turn) }
    return StoreSubscription { [weak tree] in
      tap.isClosed.raise()
      tree?.mailbox.post { [weak tree] turn in tree?.remove(tap, turn) }
    }
  }

  /// Which store this is, as its events name it. A projection is named after the store it shows.
  public var id: StoreID { node.actionQueue.id }
}

/// Those who listen to what happens in a tree. A value, so that one may leave while others are told.
struct TapList: Sendable {
  final class Tap: Sendable {
    let receive: @Sendable (StoreEvent) -> Void
    let isClosed = AtomicFlag()

    init(_ receive: @escaping @Sendable (StoreEvent) -> Void) { self.receive = receive }
  }

  private var taps: [Tap] = []

  func tell(_ event: StoreEvent) {
    for tap in taps where !tap.isClosed.isRaised { tap.receive(event) }
  }

  func adding(_ tap: Tap) -> TapList {
    var result = self
    result.taps.append(tap)
    return result
  }

  /// Nil when nobody listens any more.
  func removing(_ tap: Tap) -> TapList? {
    var result = self
    result.taps.removeAll { $0 === tap }
    return result.taps.isEmpty ? nil : result
  }
}
