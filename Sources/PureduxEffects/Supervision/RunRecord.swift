/// What is known of the one run of an effect state.
struct RunRecord: Sendable {
  enum Request {
    /// The state asks for it.
    case standing
    /// The state no longer asks for it, and lets it finish.
    case withdrawn
  }

  /// What a new request means for the run.
  enum Decision: Equatable {
    /// The run goes on.
    case keep(Request)
    /// The run has ended and its actions still count; a new run takes its place.
    case replace
    /// The run is stopped.
    case stop
  }

  let run: EffectRun
  var phase: RunPhase
  var request = Request.standing
  /// Who goes first under a limit; nil for the one whose tasks have the priority of the attachment.
  var priority: WorkPriority?
  /// The time until which its attempt waits, by the clock of the store.
  var wakeTime: Duration?

  /// Whether it has ended and the state knew: asked for once more, the work is to run again.
  private var isDone: Bool { phase.isEnded && request == .withdrawn }

  /// Decides what becomes of the run when its effect state is now `state`.
  func decision(on state: Effect.State, _ overlap: Effect.Overlap) -> Decision {
    let isSameRun = run.state.generation == state.generation
    let mayFinish = isSameRun && (phase.isWorking || phase.isEnded)
    return switch state.status {
    case .inProgress where (isSameRun && !isDone) || (overlap == .leading && !phase.isEnded): .keep(.standing)
    case .inProgress where overlap == .leading: .replace
    case .idle where mayFinish, .success where mayFinish, .failure where mayFinish: .keep(.withdrawn)
    default: .stop
    }
  }

  /// How far it has come; nil once it has ended.
  var progress: RunProgress? {
    switch phase {
    case .making(.queued, _), .queued: .waitingForPlace
    case .making(.none, _), .delayed: .waitingForAttempt(until: wakeTime)
    case .making(.admitted, _), .working: .running
    case .postponed: .postponed
    case .ended: nil
    }
  }
}
