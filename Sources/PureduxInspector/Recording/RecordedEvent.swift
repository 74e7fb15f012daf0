public import PureduxCore

/// Something that happened in a recorded tree, as a value.
public struct RecordedEvent: Sendable, Identifiable {
  /// What happened.
  public enum Kind: Sendable {
    /// The store, and all stores above it, reduced an action.
    case action(any Sendable)
    /// An action was not reduced: a middleware kept it back, its work was cancelled, or the element of its store has left.
    case dropped(any Sendable)
    /// The state of the store was replaced.
    case replaced
    /// A store was made or has gone, work started or ended, a selector computed, or a mistake was found.
    case other(StoreEvent.Kind)
  }

  /// How long the parts of a turn took.
  public struct Timing: Sendable {
    /// From the dispatch to the beginning of the turn.
    public let waited: Duration
    /// The reducers of the store and of all stores above it.
    public let reducing: Duration
    /// The observers, and what they computed.
    public let publishing: Duration
    /// The number of observers that were called.
    public let observers: Int
  }

  /// The number of the event: greater than those of all events before it.
  public let number: Int
  /// What happened.
  public let kind: Kind
  /// The store that the action was dispatched to, or that the event is about.
  public let store: StoreID
  /// What the store was called with `named:`.
  public let storeName: String?
  /// The number of the event in whose reducer, observer, middleware or work this one was dispatched; nil where there was none.
  public let cause: Int?
  /// The time since the recording began.
  public let began: Duration
  /// Nil where the event is not a turn.
  public let timing: Timing?

  /// The number again.
  public var id: Int { number }
}

extension RecordedEvent: CustomStringConvertible {
  /// The store and what happened, for example `list: increment`.
  public var description: String {
    let what =
      switch kind {
      case .action(let action): "\(action)"
      case .dropped(let action): "dropped \(action)"
      case .replaced: "state replaced"
      case .other(let kind): "\(kind)"
      }
    return "\(storeName ?? "store \(store.number)"): \(what)"
  }
}
