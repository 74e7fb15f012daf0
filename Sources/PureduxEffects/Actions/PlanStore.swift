/// The store as its plan sees it. It does not keep the store alive.
///
/// ```swift
/// let plan = ActionPlan<Int, Int> { store in
///   await store.send(1)
///   if let count = store.state { store.dispatch(count) }
/// }
/// ```
public struct PlanStore<State: Sendable, Action: Sendable>: Sendable {
  private let run: WorkRun

  init(_ run: WorkRun) { self.run = run }

  /// The current state; nil when the store is gone.
  public var state: State? { run.store.state() }

  /// Dispatches an action and returns at once. After the plan was cancelled the action is dropped.
  public func dispatch(_ action: Action) { run.dispatch(action) }

  /// Dispatches an action, and returns when it has been reduced and published.
  ///
  /// It returns too when the action is dropped, because the plan was cancelled or the store is gone.
  public func send(_ action: Action) async { await run.send(action) }

  func dispatchAll<Actions: AsyncSequence>(of actions: Actions) async throws where Actions.Element == Action {
    for try await action in actions { dispatch(action) }
  }
}
