internal import Dispatch

/// Runs a store tree on the main thread.
///
/// A dispatch made there is reduced and published before it returns, with all that waited before it,
/// so a text field sees its own change. A dispatch from elsewhere is delivered when the main queue runs.
public struct MainRunner: StoreRunner {
  public init() {}

  public func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
}

extension StoreRunner where Self == MainRunner {
  /// The main thread.
  public static var main: MainRunner { MainRunner() }
}
