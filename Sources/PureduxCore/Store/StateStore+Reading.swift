extension StateStore {
  /// A copy of the current state.
  ///
  /// The state can be read on any thread. A read waits only while reducers run, or while another thread copies or lends
  /// a state; it never waits for observers or queued actions.
  ///
  /// A reducer must not read the state of its own tree: such a read is reported. In a debug build, the read returns the
  /// state before the turn; in a release build, it traps, because that state no longer exists (see
  /// `StoreContext.keepsStateBeforeTurn`). Reading the state of another tree in a reducer is not supported.
  @inlinable
  public var state: State { node.state() }

  /// Reads the state, without copying it if this store is a root.
  ///
  /// Use this method to read a small part of a large state. Reducers wait while `body` runs, so `body` should be fast.
  /// `body` must not use a store: reading a store in `body` is reported.
  ///
  /// ```swift
  /// let count = store.withState { $0.count }
  /// ```
  @inlinable
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    switch node.source {
    case .own(let cell):
      try node.tree.read { locked in
        node.tree.beginLending()
        defer { node.tree.endLending() }
        return try cell.borrow(locked, body)
      }
    default: try body(state)
    }
  }
}

extension StateStore {
  /// Dispatches the action, and returns when it has been reduced and published.
  ///
  /// Awaiting `send` applies back-pressure: the caller cannot outrun the store. By the time `send` returns, the
  /// resulting state has been published to all observers. Cancelling the waiting task does not withdraw the action.
  ///
  /// If nothing is queued, a store with its own background queue reduces and publishes the action on the calling task's
  /// thread, unless that is the main thread. The store's queue is blocked until that thread has published the new
  /// state.
  ///
  /// ```swift
  /// await store.send(.add(3))
  /// print(store.state.count)
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) async {
    await node.tree.context.waiting(in: "send", at: SourceLocation(fileID: fileID, line: line)) {
      if !node.performAtOnce(action) { await Signal.awaited { done in node.post(action, then: done) } }
    }
  }

  /// Returns when everything posted to the tree before this call has been delivered.
  ///
  /// The call waits for the actions and subscriptions of every store in the tree. It does not wait for running effects.
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func settled(fileID: StaticString = #fileID, line: UInt = #line) async {
    await node.tree.context.waiting(in: "settled", at: SourceLocation(fileID: fileID, line: line)) {
      await node.tree.settled()
    }
  }
}

extension StoreTree {
  package func settled() async {
    await Signal.awaited { done in mailbox.post { _ in done() } }
  }
}

/// Resumes a waiting task once: when the signal is fired, or released without being fired.
final class Signal: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  private init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Guarded(continuation) }

  deinit { fire() }

  private func fire() { continuation.take()?.resume() }

  /// Returns when the closure passed to `post` has been called or released.
  static func awaited(_ post: (_ done: @escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      let signal = Signal(continuation)
      post { signal.fire() }
    }
  }
}
