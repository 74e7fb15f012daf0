public import Dispatch

/// An action that starts work after being reduced; a completion handler receives the work's results.
///
/// The action is reduced first. Then `execute` is called, and each action passed to the handler is dispatched to the
/// store that received this action.
///
/// ```swift
/// struct LoadTitle: AppAction, AsyncAction {
///   func execute(completeHandler: @escaping @Sendable (ShowTitle) -> Void) {
///     completeHandler(ShowTitle(text: "Emma"))
///   }
/// }
/// ```
///
/// The work ends when the handler is released. `store.start(_:)` returns a token that ends the work; without a token,
/// the work ends with the store. Results that arrive after the work has ended are dropped. A result of a type that the
/// store does not accept is reported as misuse.
public protocol AsyncAction: WorkAction {
  /// The type of the resulting actions, which the store must accept.
  associatedtype ResultAction: Sendable

  /// The queue on which `execute` is called; a background queue by default.
  var dispatchQueue: DispatchQueue { get }

  /// Does the work.
  ///
  /// - Parameter completeHandler: dispatches an action. The handler may be called any number of times, on any thread.
  func execute(completeHandler: @escaping @Sendable (ResultAction) -> Void)
}

extension AsyncAction {
  public var dispatchQueue: DispatchQueue { .global() }

  public func startWork(at store: WorkContext) -> StoreSubscription? {
    let run = WorkRun(at: store, name: "\(Self.self)")
    let completion = Completion(run)
    dispatchQueue.async {
      guard !run.isEnded else { return }
      StoreContext.with({ $0 = store.context }) { execute { completion.run.dispatch($0) } }
    }
    return StoreSubscription(run)
  }
}

/// Ends the work when the last reference to this object is released.
private final class Completion: Sendable {
  let run: WorkRun
  init(_ run: WorkRun) { self.run = run }
  deinit { run.finish() }
}

/// An action that starts `async` work after being reduced; the work may return another action.
///
/// The action is reduced first. Then `execute` runs in a task, and its result is dispatched to the store that received
/// this action.
///
/// ```swift
/// struct LoadTitle: AppAction, AwaitingAction {
///   func execute() async -> ShowTitle? { ShowTitle(text: "Emma") }
/// }
/// ```
///
/// `store.start(_:)` returns a token that cancels the task; without a token, the task ends with the store. A result
/// that arrives after cancellation is dropped. A result of a type that the store does not accept is reported as misuse.
public protocol AwaitingAction: WorkAction {
  /// The type of the resulting action, which the store must accept.
  associatedtype ResultAction: Sendable

  /// Performs the work in a task.
  ///
  /// - Returns: the action to dispatch, or nil to dispatch nothing.
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
