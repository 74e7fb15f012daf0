/// Work that may be cancelled before it begins.
package final class PendingWork: Cancellable {
  package typealias Listener = @Sendable (WorkOutcome) -> Void

  private enum Phase {
    /// The work has not begun. The listeners are notified when the work ends.
    case waiting([Listener])
    case running(StoreSubscription?)
    case ended
  }

  private let phase = Guarded(Phase.waiting([]))
  /// Raised when this work is cancelled, so that its later dispatches are dropped.
  package let isClosed = AtomicFlag()

  package init() {}

  /// Stores the token of the started work, or nil if no work was started. If this work was already cancelled, cancels
  /// the token immediately.
  package func begin(_ token: StoreSubscription?) {
    let listeners: [Listener]? = phase.withLock { phase in
      guard case .waiting(let listeners) = phase else { return nil }
      phase = .running(token)
      return listeners
    }
    guard let listeners else { return token?.cancel() ?? () }
    for listener in listeners where !tell(listener, of: token) { listener(.finished) }
  }

  package var isEnded: Bool {
    phase.withLock { phase in
      switch phase {
      case .waiting: false
      case .running(let token): token?.isEnded ?? true
      case .ended: true
      }
    }
  }

  package func cancel() {
    isClosed.raise()
    let (token, listeners): (StoreSubscription?, [Listener]) = phase.withLock { phase in
      defer { phase = .ended }
      return switch phase {
      case .waiting(let listeners): (nil, listeners)
      case .running(let token): (token, [])
      case .ended: (nil, [])
      }
    }
    token?.cancel()
    for listener in listeners { listener(.cancelled) }
  }

  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool {
    let now: Phase? = phase.withLock { phase in
      guard case .waiting(let listeners) = phase else { return phase }
      phase = .waiting(listeners + [body])
      return nil
    }
    switch now {
    case .running(let token): return tell(body, of: token)
    case .ended: body(.cancelled)
    case .waiting, nil: break
    }
    return true
  }

  private func tell(_ listener: @escaping Listener, of token: StoreSubscription?) -> Bool {
    guard let token else {
      listener(.finished)
      return true
    }
    return token.whenOver(listener)
  }
}

/// The outcome of work.
@usableFromInline
package enum WorkOutcome: Sendable, Hashable {
  case finished
  /// The work threw an error, which was reported.
  case failed
  /// The work was cancelled, or its store was released.
  case cancelled
}

extension StateStore {
  /// Dispatches the action, and returns a token for the work that the action starts.
  ///
  /// ```swift
  /// let token = app.start(LoadAlbums())
  /// token.cancel()
  /// ```
  ///
  /// For an action that starts no work, this method is equivalent to `dispatch`, and the token has no effect. If the
  /// token is cancelled before the action's turn, the work is not started, but the action is still reduced.
  ///
  /// - Parameter action: An action that starts work, such as a plan or an async action.
  /// - Returns: A token that cancels the work. Retain the token: releasing it also cancels the work.
  public func start(_ action: Action) -> StoreSubscription {
    let pending = PendingWork()
    node.post(action, as: pending)
    return StoreSubscription(pending)
  }
}
