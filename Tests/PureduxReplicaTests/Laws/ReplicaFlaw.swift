@testable import PureduxReplica

/// A mistake of a replica, of its log or of a machine's chain, which the models must find.
enum ReplicaFlaw: CaseIterable, Sendable {
  /// A rebase draws other inputs than the first run of an action.
  case freshInputs
  /// Pending actions are reverted oldest first.
  case revertedInWrongOrder
  /// An action that is rejected at its place in the log leaves its changes.
  case rejectionLeavesTrace
  /// A snapshot does not end the actions that it contains.
  case snapshotLeavesPending
  /// An own action that the log's authority has rejected is reduced.
  case rejectedActionIsReduced
  /// The log enters an entry each time that it arrives.
  case logTakesDuplicates
  /// A process enters its actions under the client of an earlier run.
  case clientIsUsedAgain
  /// A machine's snapshot does not have the entries that wait.
  case machineSnapshotWithoutTail
  /// The entries of other processes that wait are not shown.
  case waitingEntriesAreNotShown
  /// The entries of a closed client are sent under numbers that the machine's log does not have.
  case movesAreNotStored
}

extension ReplicaFlaw {
  /// The flaws of replicas, which both models have.
  static let ofReplicas: [ReplicaFlaw] = [
    .freshInputs, .revertedInWrongOrder, .rejectionLeavesTrace, .snapshotLeavesPending, .rejectedActionIsReduced,
    .logTakesDuplicates, .clientIsUsedAgain,
  ]
}

extension ReplicaState<SharedList, ListAction> {
  /// Reduces a batch as a replica with a flaw would.
  mutating func receive(_ batch: ReplicaBatch, _ rules: ListRules, _ flaw: ReplicaFlaw?) {
    var decoded = ReplicaCoding.list.decoded(batch)
    var rules = rules
    switch flaw {
    case .freshInputs:
      fold.pending = fold.pending.map { pending in
        var drawn = ListFold.Pending(
          id: pending.id, inputs: .drawn(), action: pending.action, ordinal: pending.ordinal)
        (drawn.reversal, drawn.isReduced) = (pending.reversal, pending.isReduced)
        drawn.isAccepted = pending.isAccepted
        return drawn
      }
    case .revertedInWrongOrder:
      let reversals = fold.pending.map(\.reversal)
      for (index, reversal) in reversals.reversed().enumerated() { fold.pending[index].reversal = reversal }
    case .rejectionLeavesTrace:
      rules = ListRules(parts: rules.parts, mayReject: false) { try $0.reduce($1) }
    case .snapshotLeavesPending:
      if let mark = decoded.snapshot {
        decoded.snapshot = DocumentMark(id: nil, position: mark.position, document: mark.document, numbers: [:])
      }
    case .rejectedActionIsReduced:
      decoded.entries = decoded.entries.map { entry in
        guard case .rejected = entry.content, let own = fold.pending.first(where: { $0.id == entry.id }) else {
          return entry
        }
        return DecodedEntry(id: entry.id, inputs: entry.inputs, content: .action(own.action))
      }
    default: break
    }
    reduce(.received(decoded), rules)
  }
}
