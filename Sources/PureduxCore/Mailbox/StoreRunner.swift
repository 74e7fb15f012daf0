public import Dispatch

internal import PureduxAtomics

/// Decides where and when a store tree does its work.
public protocol StoreRunner: Sendable {
  /// Runs `work` once, on any thread, now or later. The tree asks again only after `work` began.
  ///
  /// A runner that lets `work` go without running it gives up what waits in the tree: its actions are
  /// released, and whoever awaits them goes on.
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs a store tree in the background, on a dispatch queue.
public struct QueueRunner: StoreRunner {
  package let queue: DispatchQueue

  /// A queue of the tree's own.
  public init(qos: DispatchQoS = .userInteractive) {
    queue = DispatchQueue(label: "puredux.store", qos: qos)
  }

  /// A queue that the tree shares with others.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  public func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension StoreRunner where Self == QueueRunner {
  /// A background queue of the tree's own.
  public static func queue(qos: DispatchQoS = .userInteractive) -> QueueRunner { QueueRunner(qos: qos) }

  /// A queue that the tree shares with others.
  public static func queue(_ queue: DispatchQueue) -> QueueRunner { QueueRunner(queue) }
}

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

/// Runs a store tree when it is told to, on the thread that tells it.
///
/// One thread drives it; a second one that tries at the same time is reported and does nothing.
public final class ManualRunner: StoreRunner {
  private struct Work: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let work = Guarded(Work())
  private let reporter: MisuseReporter

  /// A runner with nothing to do yet; it tells misuse to the reporter in force here.
  public init() { reporter = StoreContext.current.misuseReporter }

  public func run(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0.waiting.append(work) }
  }

  /// Whether nothing waits.
  public var isIdle: Bool { work.withLock { $0.waiting.isEmpty } }

  /// Runs what waits, and what that brings, until nothing waits any more.
  public func runUntilIdle() {
    let mayRun = work.withLock { work in
      defer { work.isRunning = true }
      return !work.isRunning
    }
    guard mayRun else { return reporter.report(.manualRunnerDrivenTwice()) }
    while let next = takeFirst() { next() }
  }

  private func takeFirst() -> (@Sendable () -> Void)? {
    work.withLock {
      guard !$0.waiting.isEmpty else {
        $0.isRunning = false
        return nil
      }
      return $0.waiting.removeFirst()
    }
  }
}

extension Misuse {
  static func manualRunnerDrivenTwice() -> Misuse {
    Misuse(
      "`runUntilIdle()` was called while it was already running, on another thread or from a reducer or an observer",
      so: "the second call did nothing",
      fix: "drive a `ManualRunner` from one thread, and outside of the code that it runs")
  }
}
