/// A plan that was started.
public struct PlanRun: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// Tells the plan to stop: nothing that it dispatches from now on counts.
  public func cancel() { run.end() }

  /// Returns when the plan has, whether it was cancelled or not.
  public func finished() async { await run.value() }
}
