/// An action that starts work when it has been reduced, and returns the resulting action.
public protocol AwaitingAction: WorkAction {
  /// What comes of the work; the store has to take it.
  associatedtype ResultAction: Sendable

  /// Does the work in a task. What it returns is dispatched to the store that this action was sent to; nil is not.
  func execute() async -> ResultAction?
}

extension AwaitingAction {
  public func startWork(at site: WorkSite) -> StoreSubscription? {
    let run = WorkRun(at: site, name: "\(Self.self)")
    run.start {
      if let result = await execute() { run.dispatch(result) }
    }
    return StoreSubscription(run)
  }
}
