extension StateStore {
  /// Dispatches the action, and returns when it has been reduced and published.
  ///
  /// Awaiting it applies back-pressure: the caller cannot outrun the store. The observers of that turn have been called when
  /// it returns. Cancelling the waiting task does not withdraw the action.
  ///
  /// ```swift
  /// await store.send(.add(3))
  /// print(store.state.count)
  /// ```
  public func send(_ action: Action) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      node.post(action, then: { done.fire() })
    }
  }

  /// Returns when everything that was posted to the tree before has been delivered.
  ///
  /// It waits for actions and subscriptions of all stores of the tree, and not for effects that still run.
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
