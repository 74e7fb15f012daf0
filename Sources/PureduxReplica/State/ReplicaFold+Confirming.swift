extension ReplicaFold {
  /// Confirms the entries of a batch, and shows the pending actions after them: a rebase.
  ///
  /// Without pending actions, an entry costs one call of the reducer. If the log has entered this replica's actions
  /// directly after the confirmed entries, the document is already right, and no reducer runs.
  @inlinable
  mutating func receive(_ batch: DecodedBatch<Document, Action>, _ rules: Rules) {
    guard problem?.needsSnapshot ?? true else { return }
    var isReverted = false
    if let snapshot = batch.snapshot, !hasStarted || isLost || snapshot.position > position {
      restart(snapshot, rules)
      isReverted = true
    }
    guard !isLost else { return }
    hasStarted = true
    // A batch that begins after a gap is ignored: the next one will begin at the position of this replica.
    if batch.position <= position {
      let new = batch.entries.dropFirst(Int(clamping: position - batch.position))
      let count = isReverted ? 0 : confirmShown(new, rules)
      for entry in new.dropFirst(count) {
        confirm(entry, rules, &isReverted)
        if isLost { return }
      }
    }
    problem = problem ?? batch.problem
    if isReverted { showPending(rules) }
    if pending.isEmpty { copy = nil }
  }

  @usableFromInline
  mutating func restart(_ snapshot: DocumentMark<Document>, _ rules: Rules) {
    (document, position, numbers) = (snapshot.document, snapshot.position, snapshot.numbers)
    pending.removeAll { $0.id.number <= snapshot.numbers[$0.id.client] ?? 0 }
    for index in pending.indices { pending[index].reversal = nil }
    // A pending action may be the one that could not be reverted.
    copy = !pending.isEmpty && (isLost || rules.parts == nil) ? document : nil
    (isLost, marks) = (false, [])
    if problem?.needsSnapshot == true { problem = nil }
  }

  /// Confirms the entries that leave the shown document unchanged: the oldest pending actions, if they follow the
  /// confirmed entries directly. Returns the number of confirmed entries.
  @inlinable
  mutating func confirmShown(_ entries: ArraySlice<DecodedEntry<Action>>, _ rules: Rules) -> Int {
    var (count, own) = (0, 0)
    for entry in entries {
      switch entry.content {
      case .digest: break
      case .action where own < pending.count && pending[own].id == entry.id && pending[own].isReduced: own += 1
      default:
        return confirmShown(entries.prefix(count), own, rules)
      }
      count += 1
    }
    return confirmShown(entries.prefix(count), own, rules)
  }

  @inlinable
  mutating func confirmShown(_ entries: ArraySlice<DecodedEntry<Action>>, _ own: Int, _ rules: Rules) -> Int {
    if copy != nil, own < pending.count {
      for pending in pending[..<own] { _ = reduceConfirmed(pending.action, pending.inputs, rules) }
    }
    for entry in entries { numbers[entry.id.client] = entry.id.number }
    pending.removeFirst(own)
    if pending.isEmpty { copy = nil }
    position += UInt64(entries.count)
    return entries.count
  }

  @inlinable
  mutating func confirm(_ entry: DecodedEntry<Action>, _ rules: Rules, _ isReverted: inout Bool) {
    let own = pending.firstIndex { $0.id == entry.id }
    switch entry.content {
    case .digest: break
    case .rejected where own == nil: break
    default:
      if !isReverted, !revertPending() {
        isLost = true
        return
      }
      isReverted = true
    }
    position += 1
    numbers[entry.id.client] = entry.id.number
    let confirmed = own.map { pending.remove(at: $0) }
    switch entry.content {
    case .action(let action):
      if let error = reduceConfirmed(action, entry.inputs, rules), let confirmed {
        rejection = (confirmed.action, error)
      }
    case .rejected: if let confirmed { rejection = (confirmed.action, nil) }
    case .mark:
      marks.append(
        DocumentMark(id: entry.id, position: position, document: copy ?? document, numbers: numbers))
    case .digest, .pending: break
    }
  }

  /// Reduces a confirmed action, which leaves no trace if the reducer rejects it.
  @inlinable
  mutating func reduceConfirmed(_ action: Action, _ inputs: ReplicaInputs, _ rules: Rules) -> (any Error)? {
    if copy != nil { return rules.reduceCopied(&copy!, action, inputs) }
    guard rules.mayReject, let parts = rules.parts else { return rules.reduceCopied(&document, action, inputs) }
    let (error, reversal) = rules.reduceRecorded(parts, &document, action, inputs)
    if error != nil, reversal == nil { isLost = true }
    return error
  }

  /// Turns the document into the confirmed document, unless a copy is kept. Returns false, and changes nothing, if a
  /// pending action cannot be reverted because it replaced a collection.
  @inlinable
  mutating func revertPending() -> Bool {
    if copy != nil { return true }
    guard pending.allSatisfy({ !$0.isReduced || $0.reversal != nil }) else { return false }
    for index in pending.indices.reversed() {
      pending[index].reversal?.revert(&document)
      pending[index].reversal = nil
    }
    return true
  }

  /// Reduces the pending actions after the confirmed entries, with their own inputs. An action that the reducer now
  /// rejects stays pending, because its place in the log decides.
  @inlinable
  mutating func showPending(_ rules: Rules) {
    let parts = copy == nil ? rules.parts : nil
    if let copy { document = copy }
    for index in pending.indices {
      let (action, inputs) = (pending[index].action, pending[index].inputs)
      let error: (any Error)?
      if let parts {
        (error, pending[index].reversal) = rules.reduceRecorded(parts, &document, action, inputs)
        if error != nil, pending[index].reversal == nil { isLost = true }
      } else {
        error = rules.reduceCopied(&document, action, inputs)
      }
      pending[index].isReduced = error == nil
    }
  }
}
