public import Dispatch

// Deprecated Puredux 2 API, to be removed in the next major version.

/// An action that starts work after being reduced; the work passes results to a completion handler.
///
/// The action is reduced first. Then `execute` is called, and each action passed to the handler is dispatched to the
/// store that received this action.
///
/// The work ends when the handler is released. `store.start(_:)` returns a token that ends the work; if the action was
/// started without a token, the work ends when the store ends. Results that arrive after the work has ended are
/// dropped. A result of a type that the store does not accept is reported as misuse.
@available(*, deprecated, message: "Conform to `AwaitingAction`; for several results, dispatch an `ActionPlan`.")
public protocol AsyncAction: WorkAction {
  /// The type of the resulting actions, which the store must accept.
  associatedtype ResultAction: Sendable

  /// The queue on which `execute` is called; a global concurrent queue by default.
  var dispatchQueue: DispatchQueue { get }

  /// Does the work.
  ///
  /// - Parameter completeHandler: Dispatches an action. The handler may be called any number of times, on any thread.
  func execute(completeHandler: @escaping @Sendable (ResultAction) -> Void)
}

@available(*, deprecated, message: "Conform to `AwaitingAction`; for several results, dispatch an `ActionPlan`.")
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
