extension StateStore {
  /// A copy of the current state.
  ///
  /// It can be read from any thread. Reading waits at most for the reducers of the turn that runs, never for observers or
  /// for actions that wait.
  ///
  /// A reducer must not read the state of its own tree. This is reported; a debug build gives the state before the turn, and
  /// a release build stops, because that state no longer exists (see `StoreContext.keepsStateBeforeTurn`). A reducer that
  /// reads the state of another tree is not supported.
  @inlinable
  public var state: State { node.state() }

  /// Reads the state without copying it.
  ///
  /// Use it for a small part of a large state. Reducers wait while `body` runs, so it should be quick, and it must not touch
  /// a store: reading one in it is reported.
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
      await Signal.awaited { done in node.post(action, then: done) }
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
    await Signal.awaited { done in mailbox.post { _ in done() } }
  }
}

/// Resumes a waiting task, once: when it is fired, or when the mailbox that held it is released.
final class Signal: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  private init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Guarded(continuation) }

  deinit { fire() }

  private func fire() { continuation.take()?.resume() }

  /// Returns when what `post` is given has been called, or released.
  static func awaited(_ post: (_ done: @escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      let signal = Signal(continuation)
      post { signal.fire() }
    }
  }
}
