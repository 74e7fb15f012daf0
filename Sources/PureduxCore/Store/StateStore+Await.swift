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
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) async {
    await node.tree.context.waiting(in: "send", at: SourceLocation(fileID: fileID, line: line)) {
      await withCheckedContinuation { continuation in
        let done = Signal(continuation)
        node.post(action, then: { done.fire() })
      }
    }
  }

  /// Returns when everything that was posted to the tree before has been delivered.
  ///
  /// It waits for actions and subscriptions of all stores of the tree, and not for effects that still run.
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  public func settled(fileID: StaticString = #fileID, line: UInt = #line) async {
    await node.tree.context.waiting(in: "settled", at: SourceLocation(fileID: fileID, line: line)) {
      await node.tree.settled()
    }
  }
}

extension StoreTree {
  package func settled() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.post { _ in done.fire() }
    }
  }
}
