public import PureduxCore

/// Something that happened in a recorded session.
public struct SessionEvent: Sendable, Identifiable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The store, and all stores above it, reduced an action.
    case action
    /// An action was not reduced.
    case dropped
    /// The state of the store was replaced.
    case replaced
    /// A child store was made.
    case storeMade
    /// The last handle to the store was released.
    case storeGone
    /// Work that a store looks after began.
    case workStarted
    /// It ended by itself.
    case workEnded
    /// It ended with an error.
    case workFailed
    /// It was told to stop, or took longer than its timeout.
    case workCancelled
    /// A selector has computed its result.
    case computed
    /// A mistake was found.
    case misuse
    /// Something that this version of the library does not know.
    case other
  }

  /// The number of the event: greater than those of all events before it.
  public let number: Int
  /// What happened.
  public let kind: Kind
  /// The number of the store that it happened to.
  public let store: UInt64
  /// What that store was called with `named:`.
  public let storeName: String?
  /// The number of the event in whose reducer, observer, middleware or work this one was dispatched; nil where there was none.
  public let cause: Int?
  /// The time since the recording began.
  public let began: Duration
  /// Nil where the event is not a turn.
  public let timing: RecordedEvent.Timing?
  /// The action, or the state that took the place of another; nil where the event has neither.
  public let action: SessionValue?
  /// The run of work that the event is about.
  public let work: StoreWork?
  /// What went wrong, or what the event is about besides.
  public let note: String?

  /// The number again.
  public var id: Int { number }
}

extension SessionEvent: CustomStringConvertible {
  /// The store and what happened, for example `list: add("milk")`.
  public var description: String {
    let what =
      switch kind {
      case .action: "\(action?.text ?? "?")"
      case .dropped: "dropped \(action?.text ?? note ?? "an action")"
      case .replaced: "state replaced"
      case .storeMade: "store made"
      case .storeGone: "store gone"
      case .workStarted: "\(workText) started"
      case .workEnded: "\(workText) ended"
      case .workFailed: "\(workText) failed" + (note.map { ": \($0)" } ?? "")
      case .workCancelled: "\(workText) cancelled"
      case .computed: "\(workText) computed in \(note ?? "?")"
      case .misuse: "misuse: \(note ?? "?")"
      case .other: note ?? "something else"
      }
    return "\(storeTitle): \(what)"
  }

  /// The name of the store, or else its number.
  var storeTitle: String { storeName ?? "store \(store)" }

  private var workText: String { work.map { "\($0)" } ?? "work" }
}
