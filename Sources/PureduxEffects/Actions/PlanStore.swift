/// What a plan sees of its store. It keeps the store no longer than it lives.
public struct PlanStore<State: Sendable, Action: Sendable>: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// The current state; nil when the store is gone.
  public var state: State? { run.site.state() }

  /// Dispatches an action, unless the plan was cancelled.
  public func dispatch(_ action: Action) { run.dispatch(action) }

  /// Dispatches an action, unless the plan was cancelled, and returns when it has been reduced and published.
  public func send(_ action: Action) async { await run.send(action) }

  func dispatchAll<Actions: AsyncSequence>(of actions: Actions) async throws where Actions.Element == Action {
    for try await action in actions { dispatch(action) }
  }
}
