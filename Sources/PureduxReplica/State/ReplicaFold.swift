/// The confirmed entries of a log, followed by the pending actions of a replica, reduced to a document.
///
/// A plain value with a pure reducer, so that a store records, replays and tests a replica like any other state. While
/// actions are pending, the confirmed document is either kept as a copy or can be recovered by reverting the actions.
@frozen
@usableFromInline
struct ReplicaFold<Document: Sendable, Action: Sendable>: Sendable {
  @usableFromInline typealias Pending = ReplicaState<Document, Action>.Pending
  @usableFromInline typealias Rules = ReplicaRules<Document, Action>

  /// The document to show.
  @usableFromInline var document: Document
  /// The actions of this replica that are not confirmed, oldest first.
  @usableFromInline var pending: [Pending] = []
  /// The number of confirmed entries.
  @usableFromInline var position: UInt64 = 0
  /// The number of the last confirmed entry of each client.
  @usableFromInline var numbers: [UInt64: UInt64] = [:]
  /// Whether the document is that of the log; before, it is the initial document of the program.
  @usableFromInline var hasStarted = false
  /// Whether the confirmed document cannot be recovered, so that the replica needs the log's snapshot.
  @usableFromInline var isLost = false
  @usableFromInline var problem: ReplicaProblem?
  @usableFromInline var rejection: (action: Action, error: (any Error)?)?
  /// The confirmed document; nil if nothing is pending, or if pending actions are reverted instead.
  @usableFromInline var copy: Document?
  /// The confirmed documents at marks, until the link takes them.
  @usableFromInline var marks: [DocumentMark<Document>] = []
  /// The client of this replica's next entries; 0 until the log has given a number.
  @usableFromInline var client: UInt64 = 0
  /// The number of the client's last entry.
  @usableFromInline var number: UInt64 = 0
  /// The number of actions that this replica has entered, under any client.
  @usableFromInline var entered: UInt64 = 0

  @usableFromInline
  init(_ document: Document) { self.document = document }

  /// Reduces an action of this replica. An action that the reducer rejects leaves no trace.
  @inlinable
  mutating func enter(_ action: Action, _ rules: Rules) {
    let id = ReplicaEntry.ID(client: client, number: number + 1)
    let new = Pending(id: id, inputs: .drawn(), action: action, ordinal: entered + 1)
    let checked = rules.parts == nil || (entered + 1).nonzeroBitCount > 1 ? nil : rules.differences
    let before = checked == nil ? nil : document
    if let error = show(new, rules) {
      rejection = (action, error)
      return
    }
    (number, entered) = (number + 1, entered + 1)
    if let checked, let before { check(before, checked) }
  }

  /// Adds actions that the log has accepted, in its order, before the actions that it has not accepted.
  ///
  /// An action is recognized by its inputs: the log may have given it another client.
  ///
  /// - Parameters:
  ///   - entries: The entries that wait in the log.
  ///   - isAll: Whether there are no others, so that other accepted actions are no longer pending.
  ///   - rules: Reduce and revert the actions.
  @inlinable
  mutating func adopt(_ entries: [DecodedEntry<Action>], isAll: Bool, _ rules: Rules) {
    var own = Dictionary(pending.map { ($0.inputs, $0) }) { first, _ in first }
    var adopted = isAll ? [] : pending.filter(\.isAccepted)
    for kept in adopted { own[kept.inputs] = nil }
    for entry in entries {
      switch (own.removeValue(forKey: entry.inputs), entry.content) {
      case (let known?, _): adopted.append(known)
      case (nil, .action(let action)):
        adopted.append(Pending(id: entry.id, inputs: entry.inputs, action: action, ordinal: 0))
      default: continue
      }
      adopted[adopted.count - 1].id = entry.id
    }
    for index in adopted.indices { adopted[index].isAccepted = true }
    isLost = isLost || !revertPending()
    if copy == nil, rules.parts == nil { copy = document }
    pending = adopted + pending.filter { !$0.isAccepted && own[$0.inputs] != nil }
    for index in pending.indices { pending[index].reversal = nil }
    if !isLost { showPending(rules) }
    if pending.isEmpty { copy = nil }
  }

  /// Reduces an action after all others, and adds it to the pending actions unless it is rejected.
  @inlinable
  mutating func show(_ new: Pending, _ rules: Rules) -> (any Error)? {
    var (new, error) = (new, (any Error)?.none)
    if let parts = rules.parts, copy == nil {
      (error, new.reversal) = rules.reduceRecorded(parts, &document, new.action, new.inputs)
      if error != nil, new.reversal == nil { isLost = true }
    } else {
      if pending.isEmpty { copy = document }
      error = rules.reduce(&document, new.action, new.inputs)
      if error != nil { showPending(rules) }
    }
    if error == nil { pending.append(new) }
    if pending.isEmpty { copy = nil }
    return error
  }

  @usableFromInline
  mutating func rename(_ client: UInt64) {
    let old = self.client
    (self.client, number) = (client, 0)
    for index in pending.indices where pending[index].id.client == old {
      number += 1
      pending[index].id = ReplicaEntry.ID(client: client, number: number)
      pending[index].isAccepted = false
    }
  }

  @usableFromInline
  mutating func accept(_ last: ReplicaEntry.ID) {
    for index in pending.indices
    where pending[index].id.client == last.client && pending[index].id.number <= last.number {
      pending[index].isAccepted = true
    }
  }

  /// Removes a pending action that the log has not accepted, and gives its number to the next one.
  @inlinable
  mutating func refuse(_ id: ReplicaEntry.ID, _ error: any Error, _ rules: Rules) {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
    if !revertPending() { isLost = true }
    rejection = (pending.remove(at: index).action, error)
    for later in pending[index...].indices where pending[later].id.client == id.client {
      pending[later].id = ReplicaEntry.ID(client: id.client, number: pending[later].id.number - 1)
    }
    if id.client == client { number -= 1 }
    showPending(rules)
    if pending.isEmpty { copy = nil }
  }

  @usableFromInline
  mutating func stop(_ problem: ReplicaProblem) {
    self.problem = self.problem ?? problem
    if problem.needsSnapshot { isLost = true }
  }

  /// Reports the properties that a reversal has not restored. Called only in debug builds, for some of the actions.
  @usableFromInline
  func check(_ before: Document, _ differences: (Document, Document) -> [String]) {
    guard let reversal = pending.last?.reversal else { return }
    var reverted = document
    reversal.revert(&reverted)
    let names = differences(before, reverted)
    if !names.isEmpty { StoreContext.current.report(.undeclaredParts(names, of: "\(Document.self)")) }
  }
}

/// The confirmed document at a position of the log.
@frozen
@usableFromInline
package struct DocumentMark<Document: Sendable>: Sendable {
  /// The entry of the mark; nil in a snapshot.
  @usableFromInline let id: ReplicaEntry.ID?
  @usableFromInline let position: UInt64
  @usableFromInline let document: Document
  @usableFromInline let numbers: [UInt64: UInt64]

  @usableFromInline
  init(id: ReplicaEntry.ID?, position: UInt64, document: Document, numbers: [UInt64: UInt64]) {
    (self.id, self.position, self.document, self.numbers) = (id, position, document, numbers)
  }
}

extension ReplicaProblem {
  /// Whether the replica continues as soon as it has the log's snapshot.
  @usableFromInline
  var needsSnapshot: Bool { if case .diverged = self { true } else { false } }
}
