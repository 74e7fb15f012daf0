public import PureduxCore
public import PureduxEffects

/// What happens to a ``QueryState``. An action of the application carries it, and its reducer hands it on.
public typealias QueryAction<Key: Hashable & Sendable, Value: Sendable> = EditableQueryAction<NoChange<Key, Value>>

/// What happens to an ``EditableQueryState``. An action of the application carries it, and its reducer hands it on.
///
/// The first cases are dispatched by the library, the others by an application that has no action of its own for them. It is
/// plain data: what was recorded is replayed, in another process too, where keys, values and changes are `Codable`.
public enum EditableQueryAction<Change: PendingChange>: Sendable {
  /// The first user of a key came, or the last one left.
  case use(Change.Key, Bool, number: UInt64)
  /// These keys and no others are in use: after the state was replaced.
  case uses([Change.Key], number: UInt64)
  /// The server has answered, with these tags.
  case answered(Change.Key, Change.Value, [QueryTag])
  /// A fetch threw an error.
  case failed(Change.Key, Effect.Failure, isWorthRetrying: Bool)
  /// Something is due: a poll, or the removal of what nothing uses.
  case timePassed
  /// The server has taken a change, and tells how the entries are now, where it does.
  case confirmed(Identity, [Confirmation])
  /// Sending a change threw an error.
  case notSent(Identity, Effect.Failure, isWorthRetrying: Bool)
  /// The server will never take a change: ``Refused`` was thrown.
  case refused(Identity)

  /// Fetches a key that may not be in use, unless it is fresh.
  case prefetch(Change.Key)
  /// Fetches a key, fresh or not.
  case refetch(Change.Key)
  /// Fetches what is used and stale, for example because the network is back.
  case refetchStale
  /// Fetches the next page of a list.
  case more(Change.Key)
  /// Fetches the page before the first one of a list.
  case earlier(Change.Key)
  /// Stops the fetch of a key.
  case cancel(Change.Key)
  /// Invalidates the answers that bear one of these tags.
  case invalidate([QueryTag])
  /// Shows a change at once, and sends it.
  case add(Change)
  /// Takes a change back that was not confirmed.
  case withdraw(Identity)
  /// Sends again the changes that could not be sent.
  case resend

  /// How an entry is after a change.
  public struct Confirmation: Sendable {
    /// The entry.
    public let key: Change.Key
    /// Its value at the server.
    public let value: Change.Value

    /// Tells how an entry is now.
    public init(_ key: Change.Key, _ value: Change.Value) { (self.key, self.value) = (key, value) }
  }
}

extension EditableQueryAction: Equatable where Change: Equatable, Change.Value: Equatable {}
extension EditableQueryAction: Encodable where Change: Encodable, Change.Key: Encodable, Change.Value: Encodable {}
extension EditableQueryAction: Decodable where Change: Decodable, Change.Key: Decodable, Change.Value: Decodable {}

extension EditableQueryAction.Confirmation: Equatable where Change: Equatable, Change.Value: Equatable {}
extension EditableQueryAction.Confirmation: Encodable
where Change: Encodable, Change.Key: Encodable, Change.Value: Encodable {}
extension EditableQueryAction.Confirmation: Decodable
where Change: Decodable, Change.Key: Decodable, Change.Value: Decodable {}
