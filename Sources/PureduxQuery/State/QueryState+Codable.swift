import PureduxCollections
import PureduxEffects
import PureduxCore

// The encoded data consists of the policies, the confirmed values with their tags and ages, and the unconfirmed
// changes.
extension EditableQueryState: Encodable where Change: Encodable, Change.Key: Encodable, Change.Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: QueryCodingKey.self)
    let content = storage.content
    try container.encode(policy.encodable, forKey: .policy)
    try container.encode(entries.compactMap(content.dated), forKey: .entries)
    try container.encode(content.outbox.retry.encodable, forKey: .sending)
    try container.encode(Array(pending), forKey: .pending)
  }
}

/// Decoded values are displayed immediately, and keep their ages, so some values may still be fresh. If the policy's
/// ``QueryPolicy/staleAfter`` is nil, all decoded values are stale. A value of unknown age is always stale. Pending
/// changes are sent again in order and with the same identities, including any change that was being sent when the
/// process ended.
///
/// If a key occurs twice in the data, the first value is used. Duplicate changes are ignored.
extension EditableQueryState: Decodable where Change: Decodable, Change.Key: Decodable, Change.Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: QueryCodingKey.self)
    var content = QueryContent<Change>(
      try container.decode(QueryPolicy.self, forKey: .policy),
      Outbox(retry: try container.decode(RetryPolicy.self, forKey: .sending)))
    content.restore(OrderedState(try container.decode([Entry].self, forKey: .entries).filter { $0.value != nil }))
    content.restore(OrderedState(try container.decode([Outbox<Change>.Item].self, forKey: .pending)))
    // Invalidated entries were encoded without their ages, so there are no invalidations to restore.
    content.restore([] as OrderedState<QueryInvalidation>)
    storage = Storage(content)
  }
}

private enum QueryCodingKey: CodingKey { case policy, entries, sending, pending }

private enum EntryCodingKey: CodingKey { case key, value, tags, answeredAt, asked, invalidated }

/// Encodes the confirmed value, with its tags and the time of its response. Pending changes are saved separately; uses
/// and fetches are not saved.
extension QueryEntry: Encodable where Key: Encodable, Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EntryCodingKey.self)
    try container.encode(id, forKey: .key)
    try container.encodeIfPresent(confirmedValue, forKey: .value)
    try container.encodeIfPresent(tags, forKey: .tags)
    // The time of the response is encoded in seconds since 1970.
    if updatedAt != .min { try container.encode(Double(updatedAt) / 1e9, forKey: .answeredAt) }
    if asked > 0 { try container.encode(asked, forKey: .asked) }
    if invalidated > 0 { try container.encode(invalidated, forKey: .invalidated) }
  }
}

extension QueryEntry: Decodable where Key: Decodable, Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EntryCodingKey.self)
    self.init(try container.decode(Key.self, forKey: .key))
    value = try container.decodeIfPresent(Value.self, forKey: .value)
    tags = try container.decodeIfPresent([QueryTag].self, forKey: .tags)
    if let time = try container.decodeIfPresent(Double.self, forKey: .answeredAt) {
      updatedAt = WallTime.nanoseconds(time)
    }
    asked = try container.decodeIfPresent(UInt64.self, forKey: .asked) ?? 0
    invalidated = try container.decodeIfPresent(UInt64.self, forKey: .invalidated) ?? 0
  }
}

private enum ItemCodingKey: CodingKey { case id, change, isCounterpart }

/// Encodes the change and its identity. The number of attempts to send the change is not saved.
extension Outbox.Item: Encodable where Change: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ItemCodingKey.self)
    try container.encode(id, forKey: .id)
    try container.encode(change, forKey: .change)
    if isCounterpart { try container.encode(true, forKey: .isCounterpart) }
  }
}

extension Outbox.Item: Decodable where Change: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ItemCodingKey.self)
    id = try container.decode(Identity.self, forKey: .id)
    change = try container.decode(Change.self, forKey: .change)
    isCounterpart = try container.decodeIfPresent(Bool.self, forKey: .isCounterpart) ?? false
    job = .idle(id: id)
  }
}
