/// A document that several replicas share, as one replica shows it.
///
/// The state contains the document that the log has confirmed, changed by this replica's pending actions. The
/// properties of the document can be read directly:
///
/// ```swift
/// let count = list.state.items.count
/// let isSaved = list.state.isConfirmed
/// ```
@frozen
@dynamicMemberLookup
public struct ReplicaState<Document: Sendable, Action: Sendable>: Sendable {
  /// An action of this replica that the log has not confirmed yet.
  @frozen
  public struct Pending: Sendable {
    @usableFromInline var id: ReplicaEntry.ID
    @usableFromInline let inputs: ReplicaInputs
    /// The action.
    public let action: Action
    /// The number of this action among all actions that this replica has entered.
    @usableFromInline let ordinal: UInt64
    /// Reverts the changes of the action; nil if it is not shown, or if no parts are declared.
    @usableFromInline var reversal: DocumentReversal<Document>?
    /// Whether the log has accepted the action, so that it survives the end of this process.
    @usableFromInline var isAccepted = false
    @usableFromInline var isReduced = true

    @usableFromInline
    init(id: ReplicaEntry.ID, inputs: ReplicaInputs, action: Action, ordinal: UInt64) {
      (self.id, self.inputs, self.action, self.ordinal) = (id, inputs, action, ordinal)
    }

    /// Whether the document contains the changes of the action; false if the reducer rejected it in its last run.
    ///
    /// An action that is rejected after other replicas' actions remains pending: its place in the log decides.
    public var isShown: Bool { isReduced }
  }

  @usableFromInline var fold: ReplicaFold<Document, Action>

  @usableFromInline
  package init(_ document: Document) { fold = ReplicaFold(document) }

  /// The document to show: the confirmed document, changed by the pending actions.
  @inlinable
  public var document: Document { fold.document }

  /// The actions of this replica that the log has not confirmed yet, oldest first. In a chained log, also those of the
  /// machine's other processes.
  public var pending: [Pending] { fold.pending }

  /// Whether the log has confirmed all actions of this replica.
  public var isConfirmed: Bool { fold.pending.isEmpty }

  /// The number of confirmed entries.
  public var position: UInt64 { fold.position }

  /// The reason why this replica no longer follows the log; nil while it does.
  ///
  /// A replica with a problem still accepts actions, and the log stores them.
  public var problem: ReplicaProblem? { fold.problem }

  /// The last action of this replica that was rejected.
  ///
  /// The error is that of the reducer; nil if the authority of the log rejected the action.
  public var rejection: (action: Action, error: (any Error)?)? { fold.rejection }

  /// A property of the document.
  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<Document, Value>) -> Value { fold.document[keyPath: path] }
}

/// A reason why a replica does not follow its log.
@frozen
public enum ReplicaProblem: Error, Hashable, Sendable {
  /// The log has an entry or a snapshot of a later version of the program. The replica continues once it is updated.
  case laterVersion(UInt32)
  /// An entry of a known version cannot be decoded.
  case undecodable(position: UInt64)
  /// The document differs from that of another replica at a position. The replica continues with the log's snapshot.
  case diverged(position: UInt64)
  /// The process has ended three times while the entry after this position was reduced.
  case trapped(position: UInt64)
  /// Another process has become the application of the log's folder.
  case logClosed
}
