internal import Dispatch
internal import PureduxAtomics

/// Runs a store tree on the main thread.
///
/// A dispatch made there is reduced and published before it returns, with all that waited before it,
/// so a text field sees its own change. What its own turn's observers and middlewares dispatch comes after that turn;
/// what a reducer, or the body of a root's `withState`, of any store with this runner dispatches comes after that.
/// A dispatch from elsewhere is delivered when the main queue runs.
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
    puredux_thread_is_main() || DispatchQueue.getSpecific(key: mainQueueMark.key) != nil
  }

  private static let mainQueueMark = {
    let mark = QueueMark()
    DispatchQueue.main.setSpecific(key: mark.key, value: ())
    return mark
  }()

  /// Not under a lock, for which all threads would wait that dispatch to stores of the main thread.
  private struct QueueMark: @unchecked Sendable {
    // SAFETY: the key is constant and holds nothing; Dispatch tells it from others by its address.
    let key = DispatchSpecificKey<Void>()
  }
}

extension StoreRunner where Self == MainRunner {
  /// The main thread.
  public static var main: MainRunner { MainRunner() }
}
