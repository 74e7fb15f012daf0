/// Keeps how work ended, and tells it to whoever asked before and after.
final class WorkCompletion: Sendable {
  private enum Phase {
    case underWay([PendingWork.Listener])
    case over(WorkOutcome)
  }

  private let phase = Guarded(Phase.underWay([]))

  /// Tells all listeners. Only the first outcome counts.
  func complete(_ outcome: WorkOutcome) {
    let listeners: [PendingWork.Listener] = phase.withLock { phase in
      guard case .underWay(let listeners) = phase else { return [] }
      phase = .over(outcome)
      return listeners
    }
    for listener in listeners { listener(outcome) }
  }

  /// Calls `listener` once: at once where the work is over, else on the thread that ends it.
  func whenComplete(_ listener: @escaping PendingWork.Listener) {
    let outcome: WorkOutcome? = phase.withLock { phase in
      switch phase {
      case .underWay(let listeners):
        phase = .underWay(listeners + [listener])
        return nil
      case .over(let outcome): return outcome
      }
    }
    if let outcome { listener(outcome) }
  }
}
