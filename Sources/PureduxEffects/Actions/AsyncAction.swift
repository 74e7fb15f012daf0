public import Dispatch

/// An action that starts work when it has been reduced, and hands the resulting action to a closure.
public protocol AsyncAction: WorkAction {
  /// What comes of the work; the store has to take it.
  associatedtype ResultAction: Sendable

  /// Where `execute` is called; a background queue unless the action says otherwise.
  var dispatchQueue: DispatchQueue { get }

  /// Does the work. Each action given to `completeHandler` is dispatched to the store that this one was sent to.
  func execute(completeHandler: @escaping @Sendable (ResultAction) -> Void)
}

extension AsyncAction {
  public var dispatchQueue: DispatchQueue { .global() }

  public func startWork(at site: WorkSite) -> StoreSubscription? {
    let run = WorkRun(at: site, name: "\(Self.self)")
    let completion = Completion(run)
    dispatchQueue.async {
      guard !run.isEnded else { return }
      StoreContext.with({ $0 = site.context }) { execute { completion.run.dispatch($0) } }
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
