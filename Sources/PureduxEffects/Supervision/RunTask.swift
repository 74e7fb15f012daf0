/// A task that was started for a run.
struct RunTask: Sendable {
  enum Stage: Sendable {
    /// Makes the effect, and does the work too unless that has to wait.
    case making
    /// Does work that had to wait.
    case working
  }

  let run: EffectRun
  let stage: Stage
  let task: Task<Void, Never>
}
