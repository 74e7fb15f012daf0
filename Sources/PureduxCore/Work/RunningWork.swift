/// Work that may be ended before it began.
package final class RunningWork: Endable {
  private enum Phase {
    case waiting
    case running(StoreSubscription?)
    case ended
  }

  private let phase = Guarded(Phase.waiting)

  package init() {}

  func begin(_ start: () -> StoreSubscription?) {
    guard phase.withLock({ if case .waiting = $0 { true } else { false } }) else { return }
    let token = start()
    let isLate = phase.withLock { phase in
      if case .ended = phase { return true }
      phase = .running(token)
      return false
    }
    if isLate { token?.cancel() }
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
    let token: StoreSubscription? = phase.withLock { phase in
      defer { phase = .ended }
      if case .running(let token) = phase { return token }
      return nil
    }
    token?.cancel()
  }
}
