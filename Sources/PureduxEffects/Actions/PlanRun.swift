/// A handle to a plan that was started with `store.run(_:)`.
///
/// ```swift
/// let run = store.run(plan)
/// await run.finished()
/// ```
///
/// Releasing the handle does not end the plan.
public struct PlanRun: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// Cancels the plan's task. Actions that the plan dispatches from now on are dropped.
  public func cancel() { run.end() }

  /// Returns when the plan has returned, whether it was cancelled or not.
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  public func finished(fileID: StaticString = #fileID, line: UInt = #line) async {
    await run.store.context.waiting(in: "finished", at: SourceLocation(fileID: fileID, line: line)) {
      await run.value()
    }
  }
}
