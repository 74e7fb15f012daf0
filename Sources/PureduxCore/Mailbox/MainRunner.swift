internal import Dispatch
internal import PureduxAtomics

/// Runs a store tree on the main thread.
///
/// A dispatch made there is reduced and published before it returns, with all that waited before it,
/// so a text field sees its own change. From a reducer, or inside `withState`, of any store that runs there, it comes
/// after that. A dispatch from elsewhere is delivered when the main queue runs.
public struct MainRunner: StoreRunner {
  /// The same as `.main`.
  public init() {}

  public func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

  /// Whether this code runs where the runner's work does.
  ///
  /// The main queue is asked as well as the thread: in a program that parks its main thread, as `async` main
  /// functions do on Linux, other threads run the main queue.
  @usableFromInline
  static var isHere: Bool {
    puredux_thread_is_main() || mainQueueKey.withLock { DispatchQueue.getSpecific(key: $0) != nil }
  }

  private static let mainQueueKey = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return Guarded(key)
  }()
}

extension StoreRunner where Self == MainRunner {
  /// The main thread.
  public static var main: MainRunner { MainRunner() }
}
