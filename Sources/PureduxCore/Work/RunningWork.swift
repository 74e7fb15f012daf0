/// Work that may be ended before it began.
package final class RunningWork: Endable {
  private enum Phase {
    /// Not begun, and who wants to be told of its end.
    case waiting([WorkCompletion.Listener])
    case running(StoreSubscription?)
    case ended
  }

  private let phase = Guarded(Phase.waiting([]))
  /// Raised when this was ended: what the work dispatches no longer counts then.
  let isClosed = AtomicFlag()

  package init() {}

  /// Takes the token of the work, or ends it at once where this was ended before. Nil where there is no work.
  func begin(_ token: StoreSubscription?) {
    let listeners: [WorkCompletion.Listener]? = phase.withLock { phase in
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

  package func end() {
    isClosed.raise()
    let (token, listeners): (StoreSubscription?, [WorkCompletion.Listener]) = phase.withLock { phase in
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

  private func tell(_ listener: @escaping WorkCompletion.Listener, of token: StoreSubscription?) -> Bool {
    guard let token else {
      listener(.finished)
      return true
    }
    return token.whenOver(listener)
  }
}
