extension StateStore {
  /// Calls `receive`, inside the turns of the whole tree, with all that happens from now on, until the token ends it.
  ///
  /// Inspectors, logs and test tools are built on it. `receive` must be quick: the tree waits for it. A tree
  /// without a tap pays one comparison.
  public func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription {
    let tap = TapList.Tap(receive)
    let tree = node.actionQueue.tree
    tree.mailbox.post { [weak tree] turn in tree?.add(tap, turn) }
    return StoreSubscription { [weak tree] in
      tap.isClosed.raise()
      tree?.mailbox.post { [weak tree] turn in tree?.remove(tap, turn) }
    }
  }

  /// Which store this is, as its events name it. A projection is named after the store it shows.
  public var id: StoreID { node.actionQueue.id }
}
