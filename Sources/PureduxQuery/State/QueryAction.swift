public import PureduxCore
public import PureduxEffects

/// An event of a ``QueryState``, embedded in an action of the application.
///
/// The application's reducer passes the event to `reduce(_:)` of the query state.
public typealias QueryAction<Key: Hashable & Sendable, Value: Sendable> = EditableQueryAction<NoChange<Key, Value>>

/// An event of an ``EditableQueryState``, embedded in an action of the application.
///
/// The application's reducer passes the event to `reduce(_:)` of the query state.
///
/// The library dispatches the cases from `use` to `refused`. An application dispatches the other cases, unless it has
/// its own actions for these requests. Actions are plain data, so recorded actions can be replayed, even in another
/// process if keys, values and changes are `Codable`.
public enum EditableQueryAction<Change: PendingChange>: Sendable {
  /// A key gained its first user, or lost its last user.
  case use(Change.Key, Bool, number: UInt64)
  /// Exactly the listed keys are in use. This action is dispatched after the state has been replaced.
  case uses([Change.Key], number: UInt64)
  /// The server has responded with a value that has these tags.
  case answered(Change.Key, Change.Value, [QueryTag])
  /// A fetch threw an error.
  case failed(Change.Key, Effect.Failure, isWorthRetrying: Bool)
  /// A deadline has passed: for polling an entry, removing an unused entry, or cancelling its fetch.
  case timePassed
  /// The server has accepted a change, and may have returned new values for entries.
  case confirmed(Identity, [Confirmation])
  /// Sending a change threw an error.
  case notSent(Identity, Effect.Failure, isWorthRetrying: Bool)
  /// Sending a change threw ``Refused``: the server will never accept the change.
  case refused(Identity)

  /// Fetches a key whose value is not fresh, even if the key is not in use.
  case prefetch(Change.Key)
  /// Fetches a key, even if its value is fresh.
  case refetch(Change.Key)
  /// Fetches the stale keys in use, for example when the network becomes available again.
  case refetchStale
  /// Fetches the next page of a list.
  case more(Change.Key)
  /// Fetches the page before the first page of a list.
  case earlier(Change.Key)
  /// Cancels the fetch for a key.
  case cancel(Change.Key)
  /// Invalidates all responses that have any of these tags.
  case invalidate([QueryTag])
  /// Displays a change immediately, and sends it.
  case add(Change)
  /// Reverts an unconfirmed change. If the change was sent, its keys are fetched again.
  case withdraw(Identity)
  /// Resends the changes that could not be sent.
  case resend

  /// The value of an entry after a change.
  public struct Confirmation: Sendable {
    /// The key of the entry.
    public let key: Change.Key
    /// The value of the entry on the server.
    public let value: Change.Value

    /// Creates the confirmation of an entry's new value.
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
