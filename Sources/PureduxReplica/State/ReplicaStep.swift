/// An action of the store that holds a replica.
@frozen
@usableFromInline
package enum ReplicaStep<Document: Sendable, Action: Sendable>: Sendable {
  /// An action of this replica.
  case local(Action)
  /// An action that only the stores below the replica reduce.
  case unshared
  case received(DecodedBatch<Document, Action>)
  /// This replica's further actions are entered under a new client, and so are its pending actions.
  case renamed(client: UInt64)
  /// Entries that the log has accepted, but not ordered yet: those of earlier runs of this process, or all.
  case adopted([DecodedEntry<Action>], isAll: Bool)
  /// The log has accepted the entries of a client up to this entry.
  case accepted(ReplicaEntry.ID)
  /// The link has taken the documents of all marks up to this position.
  case marksTaken(position: UInt64)
  /// An action of this replica cannot be encoded.
  case refused(ReplicaEntry.ID, any Error)
  case stopped(ReplicaProblem)
}

extension ReplicaState {
  @inlinable
  package mutating func reduce(_ step: ReplicaStep<Document, Action>, _ rules: ReplicaRules<Document, Action>) {
    switch step {
    case .local(let action): fold.enter(action, rules)
    case .unshared: break
    case .received(let batch): fold.receive(batch, rules)
    case .renamed(let client): fold.rename(client)
    case .adopted(let entries, let isAll): fold.adopt(entries, isAll: isAll, rules)
    case .accepted(let last): fold.accept(last)
    case .marksTaken(let position): fold.marks.removeAll { $0.position <= position }
    case .refused(let id, let error): fold.refuse(id, error, rules)
    case .stopped(let problem): fold.stop(problem)
    }
  }
}
