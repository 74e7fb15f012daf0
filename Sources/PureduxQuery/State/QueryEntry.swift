public import PureduxEffects

/// What is known of one key: the value to show, and how it stands with the server.
public struct QueryEntry<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  public let id: Key
  /// The value to show: the last answer, with the changes that are still pending. Nil before the first answer.
  public internal(set) var value: Value?
  /// Whether a fetch waits, runs, or will be tried again.
  public internal(set) var isFetching = false
  /// Whether something uses it: an observer, or a state that asks for it.
  public internal(set) var isUsed = false
  /// Whether its value was saved or seeded, and no answer has come since.
  public internal(set) var isRestored = false
  /// When the last answer came, by the store's clock.
  var updatedAt = Int64.min
  /// When the next thing is due: a poll while it is used; otherwise its fetch is cancelled, or it is removed.
  var deadline = Moment.never
  // Logical times: of the request of the last answer, of the last invalidation by key, of the last write by this client,
  // and of the last of all that changed the confirmed value.
  var asked: UInt64 = 0
  var invalidated: UInt64 = 0
  var written: UInt64 = 0
  var landed: UInt64 = 0
  /// The number of the last change of its use.
  var usage: UInt64 = 0
  /// Nil before the first answer: then it may bear any tag.
  var tags: [QueryTag]?
  private var rare: Rare?

  /// What few entries have.
  private final class Rare: Sendable {
    let failure: Effect.Failure?
    let confirmed: Value?
    let interrupted: QueryFetch<Key, Value>?

    init?(_ failure: Effect.Failure?, _ confirmed: Value?, _ interrupted: QueryFetch<Key, Value>?) {
      if failure == nil, confirmed == nil, interrupted == nil { return nil }
      (self.failure, self.confirmed, self.interrupted) = (failure, confirmed, interrupted)
    }
  }

  init(_ id: Key) { self.id = id }

  /// Why the last fetch failed; nil after an answer.
  public internal(set) var failure: Effect.Failure? {
    get { rare?.failure }
    set { if newValue != nil || rare != nil { rare = Rare(newValue, rare?.confirmed, rare?.interrupted) } }
  }

  /// The last answer, without the changes that are pending.
  public var confirmedValue: Value? { rare?.confirmed ?? value }

  /// Whether changes are shown that the server has not confirmed.
  public var isPending: Bool { rare?.confirmed != nil }

  /// Whether there is nothing to show yet, and a fetch is in progress.
  public var isLoading: Bool { value == nil && isFetching }

  /// Whether a value is shown that is being fetched anew.
  public var isRefreshing: Bool { value != nil && isFetching }

  /// The last answer while changes are pending on it; nil while none is.
  var confirmed: Value? {
    get { rare?.confirmed }
    set { if newValue != nil || rare != nil { rare = Rare(rare?.failure, newValue, rare?.interrupted) } }
  }

  /// How far a list came before a page of it failed.
  var interrupted: QueryFetch<Key, Value>? {
    get { rare?.interrupted }
    set { if newValue != nil || rare != nil { rare = Rare(rare?.failure, rare?.confirmed, newValue) } }
  }
}

extension QueryEntry: CustomReflectable {
  /// Shows what a user of the cache sees.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "value": value as Any, "confirmed": confirmed as Any, "isFetching": isFetching, "isUsed": isUsed,
        "failure": failure as Any,
      ])
  }
}
