internal import PureduxAtomics
public import Dispatch

/// Decides where and when a store tree does its work.
///
/// The library has three: `.queue` for a background queue, `.main` for the main thread, and `ManualRunner` for tests.
public protocol StoreRunner: Sendable {
  /// Runs `work` once, on any thread, now or later. The tree asks again only after `work` has begun.
  ///
  /// A runner that releases `work` without running it abandons what waits in the tree: the actions are released, and
  /// tasks that await them resume.
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs a store tree in the background, on a dispatch queue.
///
/// ```swift
/// let store = StateStore(Counter(), runner: .queue(qos: .utility), reducer: CounterReducer())
/// ```
///
/// Reducers, observers and middlewares run on the queue. A dispatch returns at once, from whatever thread it comes.
public struct QueueRunner: StoreRunner {
  package let queue: DispatchQueue

  /// Makes a runner with a queue of its own.
  public init(qos: DispatchQoS = .userInteractive) {
    queue = DispatchQueue(label: "puredux.store", qos: qos)
  }

  /// Makes a runner on a queue that the tree shares with other code.
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

/// A runner that may stop a delivery after each batch, so that a tree that dispatches for ever can be stopped.
package protocol InterruptibleRunner: StoreRunner {
  /// Asked after each batch of messages. Where false, what waits is handed to `run` again.
  var mayContinue: Bool { get }
}

/// A runner that keeps the work of its trees until somebody runs it.
///
/// That work keeps its tree alive, so neither a tree nor a context keeps such a runner: otherwise all of them would live
/// for ever.
package protocol KeepingRunner: AnyObject, StoreRunner {}

extension KeepingRunner {
  /// This runner, as a tree or a context holds it.
  fileprivate var heldWeakly: any StoreRunner { WeakRunner(self) }
}

/// A runner that is not kept alive. Once it is gone, work for it is released, and so given up.
private struct WeakRunner<Runner: KeepingRunner>: AnyWeakRunner {
  private let reference: WeakReference<Runner>

  init(_ runner: Runner) { reference = WeakReference(runner) }

  var strong: (any StoreRunner)? { reference.object }

  func run(_ work: @escaping @Sendable () -> Void) { reference.object?.run(work) }
}

extension WeakRunner: InterruptibleRunner where Runner: InterruptibleRunner {
  var mayContinue: Bool { reference.object?.mayContinue ?? true }
}

private protocol AnyWeakRunner: StoreRunner {
  var strong: (any StoreRunner)? { get }
}

extension StoreRunner {
  /// This runner without being kept alive by whoever holds it, if it keeps work.
  var heldByTree: any StoreRunner { (self as? any KeepingRunner)?.heldWeakly ?? self }

  /// The runner behind one that is held without being kept alive, as long as it is there.
  var unwrapped: any StoreRunner { (self as? any AnyWeakRunner)?.strong ?? self }
}

/// Runs a store tree when it is told to, on the thread that tells it.
///
/// Made for tests: nothing happens until `runUntilIdle()` is called, so a test needs no waiting.
///
/// ```swift
/// let runner = ManualRunner()
/// let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
/// store.dispatch(1)
/// runner.runUntilIdle()
/// ```
///
/// One thread drives it. A second one that tries at the same time is reported and does nothing. Keep the runner as long as
/// it is needed, because its stores do not: when it is released, the actions that wait for it are given up.
public final class ManualRunner: StoreRunner, KeepingRunner {
  private struct Work: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let work = Guarded(Work())
  private let reporter: MisuseReporter

  /// A runner with nothing to do yet. It reports misuse to the reporter in force here.
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
