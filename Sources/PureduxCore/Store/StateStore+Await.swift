extension StateStore {
  /// Dispatches the action, and returns when it has been reduced and published.
  ///
  /// Awaiting it is the back-pressure: who does cannot outrun the store. Cancelling the waiting task does not
  /// withdraw the action.
  public func send(_ action: Action) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      node.post(action, then: { done.fire() })
    }
  }

  /// Returns when everything posted to the tree so far has been delivered.
  public func settled() async { await node.tree.settled() }
}

extension StoreTree {
  package func settled() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.post { _ in done.fire() }
    }
  }
}
