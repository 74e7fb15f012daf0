public import PureduxCollections

/// A keyed cache of server responses, stored as a value in a store's state.
///
/// ```swift
/// struct Shop: Sendable {
///   var products = QueryState<Product.ID, Product>(QueryPolicy(staleAfter: .seconds(60)))
///
///   mutating func reduce(_ action: ShopAction) {
///     switch action {
///     case .products(let action): products.reduce(action)
///     case .bought: products.invalidate(tags: ["stock"])
///     }
///   }
/// }
/// ```
///
/// The responses, the requests and the deadlines are all part of the state. A store's `queries(_:action:…)` method
/// performs the requests. For values that the user can change before the server confirms the changes, use an
/// ``EditableQueryState``.
public typealias QueryState<Key: Hashable & Sendable, Value: Sendable> = EditableQueryState<NoChange<Key, Value>>

/// A keyed cache of server responses, with changes that the server has not confirmed yet.
///
/// Changes are displayed immediately, sent in order, and reverted if the server refuses them. Pending changes are
/// reapplied to every response that arrives.
///
/// ```swift
/// struct Shop: Sendable {
///   var products = EditableQueryState<Like>(QueryPolicy(staleAfter: .seconds(60)))
///
///   mutating func reduce(_ action: LikeAction) {
///     switch action {
///     case .products(let action): products.reduce(action)
///     case .liked(let id): products.add(Like(product: id, isLiked: true))
///     }
///   }
/// }
/// ```
public struct EditableQueryState<Change: PendingChange>: Sendable {
  /// The key that identifies a value on the server.
  public typealias Key = Change.Key
  /// The server's response for a key.
  public typealias Value = Change.Value
  typealias Entry = QueryEntry<Key, Value>

  /// The storage shared by all copies of a query state until one of them changes. Copies must be cheap, because an
  /// attachment copies the query state in each turn.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    // SAFETY: mutated only by the `_modify` accessor of `EditableQueryState.content`, while the storage is uniquely
    // referenced.
    @usableFromInline var content: QueryContent<Change>
    /// A version that each change replaces, so that one comparison detects whether the content changed.
    @usableFromInline var version = Version()
    init(_ content: QueryContent<Change>) { self.content = content }
  }

  @usableFromInline var storage: Storage

  var content: QueryContent<Change> {
    get { storage.content }
    _modify {
      if isKnownUniquelyReferenced(&storage) {
        storage.version = Version()
      } else {
        storage = Storage(storage.content)
      }
      yield &storage.content
    }
  }

  /// Creates an empty state.
  ///
  /// - Parameters:
  ///   - policy: Determines how long responses stay fresh, how long they are kept, and how fetches are retried.
  ///   - sending: Determines how changes are retried; by default, indefinitely, with delays of up to a minute.
  public init(
    _ policy: QueryPolicy = QueryPolicy(),
    sending: RetryPolicy = RetryPolicy(maxAttempts: .max, base: 1, cap: 60)
  ) {
    storage = Storage(QueryContent(policy, Outbox(retry: sending)))
  }
}

// Read access to the responses and the pending changes.
extension EditableQueryState {
  /// Determines how long responses stay fresh, how long they are kept, and how fetches are retried. A new policy
  /// applies only to later events.
  public var policy: QueryPolicy {
    get { storage.content.policy }
    set { content.policy = newValue }
  }

  /// All entries in the cache, in no particular order.
  public var entries: OrderedState<QueryEntry<Key, Value>> { storage.content.entries }

  /// The entry of a key; nil if the key has no entry.
  public subscript(key: Key) -> QueryEntry<Key, Value>? { storage.content.entries[id: key] }

  /// Returns the displayed value of a key, or nil if the key has no value.
  public func value(_ key: Key) -> Value? { storage.content.entries[id: key]?.value }

  /// The unconfirmed changes, in order.
  public var pending: OrderedState<Outbox<Change>.Item> { storage.content.outbox.items }

  /// Returns the pending changes that affect a key, in order.
  public func pending(on key: Key) -> [Change] { storage.content.outbox.pending(on: key) }

  /// Whether any fetch is in progress.
  public var isFetching: Bool { !storage.content.fetches.isEmpty }

  /// Returns whether a key must be fetched when it is next used.
  public func isStale(_ key: Key) -> Bool {
    storage.content.entries[id: key].map { storage.content.isStale($0, Moment.now) } ?? true
  }

  /// Whether any key is in use.
  package var isInUse: Bool { !storage.content.used.isEmpty }
}

extension EditableQueryState: Versioned {
  /// Two states have equal versions only if they are unchanged copies of the same state.
  ///
  /// A query state is therefore cheap to compare as the input of a selector.
  @inlinable public var version: Version { storage.version }
}

extension EditableQueryState: CustomReflectable {
  /// Shows the policy, the entries and the pending changes.
  public var customMirror: Mirror {
    Mirror(self, children: ["policy": policy, "entries": entries, "pending": pending], displayStyle: .struct)
  }
}
