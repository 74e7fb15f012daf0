public import PureduxCore

extension StateStore {
  /// Keeps keys in use while this store's state requires them.
  ///
  /// ```swift
  /// let details = shop.with(Details()) { $0.reduce($1) }
  ///   .uses(products) { _, details in details.shown.map { [$0] } ?? [] }
  /// ```
  ///
  /// The keys are fetched unless they are fresh, and their entries are kept while they are in use. The uses end when
  /// this store ends.
  ///
  /// - Parameters:
  ///   - queries: The queries of this store or another store.
  ///   - keys: Returns the keys that a state uses. The closure is called in each turn, so it must be fast.
  /// - Returns: This store, for chaining.
  @discardableResult
  public func uses<Change, QueriesAction>(
    _ queries: EditableStoreQueries<Change, QueriesAction>,
    keys: @escaping @Sendable (_ state: State) -> [Change.Key]
  ) -> Self {
    let uses = FollowedUses(queries.users)
    uses.follow(
      by: node.subscribe(
        node.register(skipsPast: true) { [weak uses] state, _ in
          guard let uses else { return .dead }
          uses.set(lend(state) { keys($0) })
          return .active
        }))
    node.keep(uses)
    return self
  }
}

/// The uses that a store's state requires; they end when the store ends.
private final class FollowedUses<Change: PendingChange>: Cancellable {
  private struct Content {
    var keys: [Change.Key] = []
    var uses: [Change.Key: QueryUse] = [:]
    var hasEnded = false
  }

  private let users: QueryUsers<Change>
  private let content = Guarded(Content())
  private let observation = Guarded<StoreSubscription?>(nil)

  init(_ users: QueryUsers<Change>) { self.users = users }

  func follow(by subscription: StoreSubscription) { observation.withLock { $0 = subscription } }

  /// Called in the turns of one store, so calls never overlap.
  func set(_ keys: [Change.Key]) {
    let old = content.withLock { $0.hasEnded || $0.keys == keys ? nil : (keys: $0.keys, uses: $0.uses) }
    guard let old else { return }
    var uses: [Change.Key: QueryUse] = [:]
    for key in keys where uses[key] == nil { uses[key] = old.uses[key] ?? QueryUse(users, key) }
    let isLate = content.withLock { content in
      if !content.hasEnded { (content.keys, content.uses) = (keys, uses) }
      return content.hasEnded
    }
    // Iterate over the array of keys, because the order of the dictionary is not deterministic.
    for key in old.keys where uses[key] == nil || isLate { old.uses[key]?.cancel() }
    if isLate { for key in keys { uses[key]?.cancel() } }
  }

  func cancel() {
    let (keys, uses) = content.withLock { content in
      defer { (content.keys, content.uses, content.hasEnded) = ([], [:], true) }
      return (content.keys, content.uses)
    }
    for key in keys { uses[key]?.cancel() }
    observation.take()?.cancel()
  }

  var isEnded: Bool { content.withLock { $0.hasEnded } }
}
