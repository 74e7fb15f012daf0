import PureduxCollections
import PureduxCore

// Only entries with pending changes store the confirmed value in addition to the displayed value.
extension QueryContent {
  @discardableResult
  mutating func add(_ change: Change, as id: Identity = Identity(), isCounterpart: Bool = false) -> Identity {
    let keys = Outbox<Change>.unique(change.keys)
    outbox.append(change, id, on: keys, at: stamp, isCounterpart: isCounterpart)
    for key in keys {
      guard let index = entries.index(id: key), entries[index].value != nil else { continue }
      // In place, so that a further change to a large value does not copy the value.
      entries[index].display { change.apply(to: &$0, of: key) }
    }
    return id
  }

  mutating func confirm(_ id: Identity, _ values: [EditableQueryAction<Change>.Confirmation]) {
    guard let change = outbox.items[id: id]?.change else { return }
    let keys = Outbox<Change>.unique(change.keys)
    var first: [Key] = []
    for key in keys where outbox.isFirst(id, on: key) { first.append(key) }
    guard let item = outbox.remove(id) else { return }
    for key in keys where !values.contains(where: { $0.key == key }) {
      settle(change, on: key, wasFirst: first.contains(key))
    }
    for confirmation in values {
      let key = confirmation.key
      // A value that arrived while the change was being sent may be newer or older than the confirmed value.
      if let entry = entries[id: key], entry.value != nil, entry.landed <= item.sentAt {
        let isExpected = first.contains(key) && isExpected(confirmation.value, from: change, in: entry)
        settle(on: key, isExpected: isExpected) { $0 = confirmation.value }
      } else if keys.contains(key) {
        settle(change, on: key, wasFirst: first.contains(key))
      } else {
        invalidate(CollectionOfOne(key))
      }
    }
    // Apply the confirmed values before sending the next change; otherwise, they would seem to have arrived while that
    // change was being sent.
    outbox.sendNext(after: item, at: stamp)
  }

  /// Whether the server may have received a change.
  func wasSent(_ id: Identity) -> Bool { outbox.items[id: id]?.job.isIdle == false }

  /// Reverts a change. If it is in doubt whether the server has the change, the keys of the change are invalidated.
  mutating func withdraw(_ id: Identity, isInDoubt: Bool) {
    guard let item = outbox.remove(id) else { return }
    for key in Outbox<Change>.unique(item.change.keys) {
      guard var entry = entries[id: key], let confirmed = entry.confirmedValue else { continue }
      show(confirmed, in: &entry)
      write(entry)
    }
    if isInDoubt { invalidate(item.change.keys) }
    outbox.sendNext(after: item, at: stamp)
  }

  /// Applies a confirmed change to the confirmed value, and invalidates the key.
  private mutating func settle(_ change: Change, on key: Key, wasFirst: Bool) {
    settle(on: key, isExpected: wasFirst, isInvalidated: true) { change.apply(to: &$0, of: key) }
  }

  /// Whether a response is the confirmed value with the first pending change applied.
  ///
  /// The comparison is worthwhile only if further changes are pending, which would have to be applied to another value.
  private func isExpected(_ answer: Value, from change: Change, in entry: Entry) -> Bool {
    guard outbox.isPending(entry.id), let answer = answer as? any Equatable, var expected = entry.confirmedValue else {
      return false
    }
    change.apply(to: &expected, of: entry.id)
    func equals<Equal: Equatable>(_ answer: Equal) -> Bool { expected as? Equal == answer }
    return equals(answer)
  }

  /// Updates the confirmed value, and displays the result with the pending changes applied.
  ///
  /// If the result of the first pending change is as expected, the displayed value already is that result with the
  /// further changes applied. Confirming many changes in order therefore takes constant time for each.
  private mutating func settle(
    on key: Key, isExpected: Bool, isInvalidated: Bool = false, by change: (inout Value) -> Void
  ) {
    guard let index = entries.index(id: key) else { return }
    var entry = entries[index]
    let isValid = !isInvalid(entry, since: entry.asked)
    // A fetch in progress, even the key's first fetch, began before this write, so its response might not include the
    // write.
    noteWrite(in: &entry)
    if var confirmed = entry.confirmedValue {
      change(&confirmed)
      if isValid { entry.asked = stamp }
      if isExpected, outbox.isPending(key) { entry.confirmed = confirmed } else { show(confirmed, in: &entry) }
    }
    if isInvalidated { invalidate(&entry, at: tick(), Moment.now, because: .confirmed) }
    entries[index] = entry
  }
}
