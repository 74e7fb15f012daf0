extension StateStore {
  /// Calls `receive`, inside the turns of the whole tree, with all that happens from now on, until the token ends it.
  ///
  /// Inspectors, logs and test tools are built on it. `receive` must be quick: the tree waits for it. A tree
  /// without a tap pays one comparison.
  public func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription {
    let entry = TapList.Entry(receive)
    let tree = node.lane.tree
    tree.mailbox.post { [weak tree] turn in tree?.add(entry, turn) }
    return StoreSubscription { [weak tree] in
      entry.isClosed.raise()
      tree?.mailbox.post { [weak tree] turn in tree?.remove(entry, turn) }
    }
  }

  /// Which store this is, as its events name it. A projection is named after the store it shows.
  public var id: StoreID { node.lane.id }
}
