import PureduxCollections
import PureduxEffects
import PureduxCore

// The encoded data: confirmed values with their tags, and unconfirmed changes.
extension EditableQueryState: Encodable where Change: Encodable, Change.Key: Encodable, Change.Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: QueryCodingKey.self)
    try container.encode(policy, forKey: .policy)
    let content = storage.content
    let coded = entries.compactMap { entry in
      entry.confirmedValue.map {
        CodedEntry(key: entry.id, value: $0, tags: entry.tags, answeredAt: content.answeredAt(entry))
      }
    }
    try container.encode(coded, forKey: .entries)
    try container.encode(content.outbox.retry, forKey: .sending)
    try container.encode(
      pending.map { CodedChange(id: $0.id, change: $0.change, isCounterpart: $0.isCounterpart ? true : nil) },
      forKey: .pending)
  }
}

/// Decoded values are displayed immediately, and keep their age, so that some are still fresh. Values are stale if
/// responses never become stale by age, or if their age is unknown. Each pending change is sent again, with the same
/// identity and in order, including a change that was being sent when the process ended.
///
/// For a duplicate key the first value is used, and a duplicate change is ignored.
extension EditableQueryState: Decodable where Change: Decodable, Change.Key: Decodable, Change.Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: QueryCodingKey.self)
    var content = QueryContent<Change>(
      try container.decode(QueryPolicy.self, forKey: .policy),
      Outbox(retry: try container.decode(RetryPolicy.self, forKey: .sending)))
    for coded in try container.decode([CodedEntry<Key, Value>].self, forKey: .entries)
    where !content.entries.contains(id: coded.key) {
      var entry = Entry(coded.key)
      (entry.value, entry.isRestored) = (coded.value, true)
      if let time = coded.answeredAt { entry.updatedAt = WallTime.nanoseconds(time) }
      if let tags = coded.tags { content.tag(&entry, tags) }
      content.entries.append(entry)
    }
    for coded in try container.decode([CodedChange<Change>].self, forKey: .pending)
    where content.outbox.items[id: coded.id] == nil {
      content.add(coded.change, as: coded.id, isCounterpart: coded.isCounterpart ?? false)
    }
    (content.isRestored, content.isReconciled, content.clockStart) = (true, false, 0)
    storage = Storage(content)
  }
}

private enum QueryCodingKey: CodingKey { case policy, entries, sending, pending }

private struct CodedEntry<Key, Value> {
  var key: Key
  var value: Value
  var tags: [QueryTag]?
  /// In seconds since 1970.
  var answeredAt: Double?
}

extension CodedEntry: Encodable where Key: Encodable, Value: Encodable {}
extension CodedEntry: Decodable where Key: Decodable, Value: Decodable {}

private struct CodedChange<Change> {
  var id: Identity
  var change: Change
  /// Nil unless another query state sends the change.
  var isCounterpart: Bool?
}

extension CodedChange: Encodable where Change: Encodable {}
extension CodedChange: Decodable where Change: Decodable {}
