import PureduxCollections
import PureduxCore

// Only entries with pending changes store the confirmed value in addition to the displayed value.
extension QueryContent {
  @discardableResult
  mutating func add(_ change: Change, as id: Identity = Identity(), isCounterpart: Bool = false) -> Identity {
    outbox.append(change, id, at: stamp, isCounterpart: isCounterpart)
    for key in Outbox<Change>.unique(change.keys) {
      guard let index = entries.index(id: key), var value = entries[index].value else { continue }
      var entry = entries[index]
      if entry.confirmed == nil { entry.confirmed = value }
      change.apply(to: &value, of: key)
      entry.value = value
      entries[index] = entry
    }
    return id
  }

  mutating func confirm(_ id: Identity, _ values: [EditableQueryAction<Change>.Confirmation]) {
    guard let item = outbox.remove(id) else { return }
    let keys = Outbox<Change>.unique(item.change.keys)
    for key in keys where !values.contains(where: { $0.key == key }) { settle(item.change, on: key) }
    for confirmation in values {
      let key = confirmation.key
      // A value that arrived while the change was being sent may be newer or older than the confirmed value.
      if let entry = entries[id: key], entry.value != nil, entry.landed <= item.sentAt {
        settle(on: key) { $0 = confirmation.value }
      } else if keys.contains(key) {
        settle(item.change, on: key)
      } else {
        invalidate(CollectionOfOne(key))
      }
    }
    // Apply the confirmed values before sending the next change; otherwise, they would seem to have arrived while that
    // change was being sent.
    outbox.sendNext(after: item, at: stamp)
  }

  mutating func withdraw(_ id: Identity) {
    guard let item = outbox.remove(id) else { return }
    for key in Outbox<Change>.unique(item.change.keys) {
      guard var entry = entries[id: key], let confirmed = entry.confirmedValue else { continue }
      show(confirmed, in: &entry)
      write(entry)
    }
    outbox.sendNext(after: item, at: stamp)
  }

  /// Applies a confirmed change to the confirmed value, and invalidates the key.
  private mutating func settle(_ change: Change, on key: Key) {
    settle(on: key) { change.apply(to: &$0, of: key) }
    invalidate(CollectionOfOne(key), because: .confirmed)
  }

  /// Updates the confirmed value, and displays the result with the pending changes applied.
  private mutating func settle(on key: Key, by change: (inout Value) -> Void) {
    guard var entry = entries[id: key] else { return }
    let isValid = !isInvalid(entry, since: entry.asked)
    // A fetch in progress, even the key's first fetch, began before this write, so its response might not include the
    // write.
    noteWrite(in: &entry)
    if var confirmed = entry.confirmedValue {
      change(&confirmed)
      if isValid { entry.asked = stamp }
      show(confirmed, in: &entry)
    }
    write(entry)
  }
}
