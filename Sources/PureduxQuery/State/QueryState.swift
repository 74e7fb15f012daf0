public import PureduxCollections

/// The answers of a server by key, as a value in a state.
///
/// ```swift
/// struct Shop: Sendable {
///   var products = QueryState<Product.ID, Product>(QueryPolicy(staleAfter: 60))
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
/// All of it is state: what is known, what is asked for, and until when. `queries(_:action:…)` of a store does the work.
/// Values that the user edits before the server has agreed are kept in an ``EditableQueryState``.
public typealias QueryState<Key: Hashable & Sendable, Value: Sendable> = EditableQueryState<NoChange<Key, Value>>

/// The answers of a server by key, and the changes that the server has not confirmed.
///
/// A change is shown at once, sent in its turn, and taken back where the server refuses it. Whatever answer comes, the
/// pending changes stay shown on top of it.
///
/// ```swift
/// struct Shop: Sendable {
///   var products = EditableQueryState<Like>(QueryPolicy(staleAfter: 60))
///
///   mutating func reduce(_ action: ShopAction) {
///     switch action {
///     case .products(let action): products.reduce(action)
///     case .liked(let id): products.add(Like(product: id, isLiked: true))
///     }
///   }
/// }
/// ```
public struct EditableQueryState<Change: PendingChange>: Sendable {
  /// The name of a value at the server.
  public typealias Key = Change.Key
  /// The answer of the server for a key.
  public typealias Value = Change.Value
  typealias Entry = QueryEntry<Key, Value>

  /// Shared by copies until one of them changes: an attachment takes a copy of the part in each turn.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    // SAFETY: changed by `modify` alone, where nothing else refers to it.
    @usableFromInline var content: QueryContent<Change>
    /// Another one after each change, so that an unrelated action costs no more than a look at it.
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

  /// Makes an empty state.
  ///
  /// - Parameters:
  ///   - policy: how long answers are fresh and are kept, and how a fetch is tried again.
  ///   - sending: how a change is tried again; by default for ever, with waits of up to a minute.
  public init(
    _ policy: QueryPolicy = QueryPolicy(),
    sending: RetryPolicy = RetryPolicy(maxAttempts: .max, base: 1, cap: 60)
  ) {
    storage = Storage(QueryContent(policy, Outbox(retry: sending)))
  }
}

// Reading.
extension EditableQueryState {
  /// How long answers are fresh and are kept. A new policy counts for what happens from now on.
  public var policy: QueryPolicy {
    get { storage.content.policy }
    set { content.policy = newValue }
  }

  /// All that is known, in no particular order.
  public var entries: OrderedState<QueryEntry<Key, Value>> { storage.content.entries }

  /// What is known of a key; nil where it was never asked for.
  public subscript(key: Key) -> QueryEntry<Key, Value>? { storage.content.entries[id: key] }

  /// The value to show.
  public func value(_ key: Key) -> Value? { storage.content.entries[id: key]?.value }

  /// The changes that the server has not confirmed, in their order.
  public var pending: OrderedState<Outbox<Change>.Item> { storage.content.outbox.items }

  /// The changes that are pending on one key.
  public func pending(on key: Key) -> [Change] { storage.content.outbox.pending(on: key) }

  /// Whether a fetch is in progress.
  public var isFetching: Bool { !storage.content.fetches.isEmpty }

  /// Whether a key is to be fetched anew before it is used.
  public func isStale(_ key: Key) -> Bool {
    storage.content.entries[id: key].map { storage.content.isStale($0, Moment.now) } ?? true
  }

  /// Whether anything is in use.
  package var isInUse: Bool { !storage.content.used.isEmpty }
}

extension EditableQueryState: Versioned {
  /// Equal for two states only where one is an unchanged copy of the other, so that a selector's input costs one comparison.
  @inlinable public var version: Version { storage.version }
}

extension EditableQueryState: CustomReflectable {
  /// Shows what a user of the cache sees.
  public var customMirror: Mirror {
    Mirror(self, children: ["policy": policy, "entries": entries, "pending": pending])
  }
}
