internal import Dispatch
internal import PureduxAtomics

/// Runs a store tree on the main thread.
///
/// A dispatch from the main thread is reduced and published before it returns, together with all that waited before it.
/// Actions that the observers and middlewares of a turn dispatch come after that turn; so do those that a reducer
/// dispatches, or the body of a root's `withState`, to any store with this runner. A dispatch from another thread is
/// delivered when the main queue runs.
public struct MainRunner: StoreRunner {
  /// Makes the same runner as `.main`.
  public init() {}

  public func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

  /// Whether this code runs on the main thread or the main queue.
  ///
  /// Both are asked, because in a program that parks its main thread, as `async` main functions do on Linux, other
  /// threads run the main queue.
  @usableFromInline
  package static var isHere: Bool {
    puredux_thread_is_main() || DispatchQueue.getSpecific(key: mainQueueMark.key) != nil
  }

  private static let mainQueueMark = {
    let mark = QueueMark()
    DispatchQueue.main.setSpecific(key: mark.key, value: ())
    return mark
  }()

  /// Not under a lock, on which all threads would wait that dispatch to stores of the main thread.
  private struct QueueMark: @unchecked Sendable {
    // SAFETY: the key is constant and holds nothing; Dispatch tells it from others by its address.
    let key = DispatchSpecificKey<Void>()
  }
}

extension StoreRunner where Self == MainRunner {
  /// The main thread.
  public static var main: MainRunner { MainRunner() }
}
