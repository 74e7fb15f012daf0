/// An action that starts `async` work when it has been reduced, and returns the resulting action.
///
/// The reducer sees the action first. Then `execute` runs in a task, and its result is dispatched to the store that
/// received this action.
///
/// ```swift
/// struct LoadTitle: AppAction, AwaitingAction {
///   func execute() async -> ShowTitle? { ShowTitle(text: "Emma") }
/// }
/// ```
///
/// `store.start(_:)` returns a token that cancels the task; without a token it ends with the store. A result that comes
/// after that is dropped. A result of a type that the store does not take is reported.
public protocol AwaitingAction: WorkAction {
  /// The action that the work results in; the store must take it.
  associatedtype ResultAction: Sendable

  /// Does the work in a task.
  ///
  /// - Returns: the action to dispatch; nil dispatches nothing.
  func execute() async -> ResultAction?
}

extension AwaitingAction {
  public func startWork(at store: WorkContext) -> StoreSubscription? {
    let run = WorkRun(at: store, name: "\(Self.self)")
    run.start {
      if let result = await execute() { run.dispatch(result) }
    }
    return StoreSubscription(run)
  }
}
