extension Supervision {
  /// What is known of the one run of a piece of work.
  struct Entry: Sendable {
    enum Phase {
      /// Its effect is being made, or its delay goes by.
      case preparing
      /// Its effect waits for a place.
      case waiting(Effect)
      case postponed, working, ended
    }

    enum Standing {
      /// The state asks for it.
      case asked
      /// The state asks for it no longer, and lets it finish.
      case finishing
    }

    enum Admission { case none, inLine, admitted }

    let run: EffectRun
    var phase = Phase.preparing
    var standing = Standing.asked
    /// Whether something in the state has been found that speaks of it.
    var isClaimed = true
    /// Whether it may work, as far as the limit goes.
    var admission: Admission
    /// Whether it had to wait for its place, and so does its work in a task other than the one that made its effect.
    var hasWaited = false
    /// The task that it is in.
    var task: Task<Void, Never>?
    /// What may be said on a timeout, where there is one.
    var lastWord: LastWord?

    var isOver: Bool { if case .ended = phase { true } else { false } }
    var isPostponed: Bool { if case .postponed = phase { true } else { false } }
    /// Whether it is over, and the state knew: asked for once more, the work is to run again.
    var isDone: Bool { isOver && standing == .finishing }
    var isWorking: Bool { if case .working = phase { true } else { false } }
  }
}
