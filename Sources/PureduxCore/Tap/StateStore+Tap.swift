extension StateStore {
  /// Calls `receive` for everything that happens in the whole tree from now on, until the token ends it.
  ///
  /// Inspectors, logs and test tools are built on it. `receive` is called inside turns and must be quick: the tree waits for
  /// it. A tree without a tap pays one comparison for each action.
  ///
  /// ```swift
  /// let tap = store.tap { event in
  ///   if case .reduced(let action) = event.kind { print(event.revision, action) }
  /// }
  /// ```
  public func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription { node.tree.tap(receive) }

  /// The store as its events name it. A projection is named after the store that it shows.
  public var id: StoreID { node.actionQueue.id }
}
