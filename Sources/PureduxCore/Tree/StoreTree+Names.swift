// The names of stores, for events and reports.
extension StoreTree {
  /// Names a store of this tree.
  @usableFromInline
  package func setName(_ name: String, of store: UInt64) { names.withLock { $0[store] = name } }

  /// The name that a store was given; nil for a store without one.
  package func name(of store: UInt64) -> String? { names.withLock { $0[store] } }

  /// Forgets the name of a store that has gone, when all that was posted before has been delivered.
  func forgetName(of store: UInt64) {
    mailbox.postFromDeinit { [names] _ in names.withLock { _ = $0.removeValue(forKey: store) } }
  }
}

extension StateStore {
  /// The name that the store was given with `named:`, for events and reports.
  public var name: String? { node.tree.name(of: node.actionQueue.store) }
}
