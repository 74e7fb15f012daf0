public import Dispatch

/// An action that starts work when it has been reduced, and hands the result to a completion handler.
///
/// The reducer sees the action first. Then `execute` is called, and each action that it gives to the handler is
/// dispatched to the store that received this one.
///
/// ```swift
/// struct LoadTitle: AppAction, AsyncAction {
///   func execute(completeHandler: @escaping @Sendable (ShowTitle) -> Void) {
///     completeHandler(ShowTitle(text: "Emma"))
///   }
/// }
/// ```
///
/// The work is over when nobody holds the handler any more. `store.start(_:)` returns a token that ends it; without a
/// token it ends with the store. What the handler is given after the end is dropped. An action of a type that the store
/// does not take is reported.
public protocol AsyncAction: WorkAction {
  /// The action that the work results in; the store must take it.
  associatedtype ResultAction: Sendable

  /// Where `execute` is called; a background queue unless the action names another.
  var dispatchQueue: DispatchQueue { get }

  /// Does the work.
  ///
  /// - Parameter completeHandler: dispatches an action; it may be called any number of times, on any thread.
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

/// The work is over when nobody holds its completion any more.
private final class Completion: Sendable {
  let run: WorkRun
  init(_ run: WorkRun) { self.run = run }
  deinit { run.finish() }
}

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
