internal import PureduxAtomics
public import Dispatch

/// Determines where and when a store tree runs.
///
/// The library provides `.queue` for a background queue, `.main` for the main thread, and `ManualRunner` for tests.
public protocol StoreRunner: Sendable {
  /// Runs `work` once, on any thread, now or later. The tree calls this method again only after `work` has begun.
  ///
  /// If a runner releases `work` without running it, the queued actions of the tree are dropped, and tasks that await
  /// them resume.
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs a store tree in the background, on a dispatch queue. The default runner is `.queue(qos:)`.
///
/// ```swift
/// let store = StateStore(Counter(), runner: .queue(qos: .utility), reducer: CounterReducer())
/// ```
///
/// Reducers, observers and middlewares run on the queue. `dispatch` returns at once, on any thread.
public struct QueueRunner: StoreRunner {
  package let queue: DispatchQueue
  /// Whether the queue is dedicated to stores.
  let isOwn: Bool

  @usableFromInline
  package init(qos: DispatchQoS = .userInteractive) {
    (queue, isOwn) = (DispatchQueue(label: "puredux.store", qos: qos), true)
  }

  package init(_ queue: DispatchQueue) { (self.queue, isOwn) = (queue, false) }

  public func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension StoreRunner where Self == QueueRunner {
  /// A background queue dedicated to the tree.
  public static func queue(qos: DispatchQoS = .userInteractive) -> QueueRunner { QueueRunner(qos: qos) }

  /// A queue that the tree shares with other code.
  public static func queue(_ queue: DispatchQueue) -> QueueRunner { QueueRunner(queue) }
}

/// Runs a store tree on the main thread. Pass this runner as `.main`.
///
/// When an action is dispatched on the main thread, that action and all earlier queued actions are reduced, and the
/// resulting states are published, before `dispatch` returns. Actions dispatched by observers and middlewares are
/// delivered after the current turn. Actions that a reducer dispatches to any store with this runner are delivered
/// after the reducer's turn. Actions that the body of a root's `withState` dispatches are delivered after the body
/// returns. An action dispatched on another thread is delivered later, on the main queue.
public struct MainRunner: StoreRunner {
  @usableFromInline
  package init() {}

  public func run(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

  /// Whether the current code runs on the main thread or the main queue.
  ///
  /// The main queue counts as well: if a program parks its main thread, as a program with an `async` main function does
  /// on Linux, other threads run the main queue.
  @usableFromInline
  package static var isHere: Bool {
    puredux_thread_is_main() || DispatchQueue.getSpecific(key: mainQueueMark.key) != nil
  }

  private static let mainQueueMark = {
    let mark = QueueMark()
    DispatchQueue.main.setSpecific(key: mark.key, value: ())
    return mark
  }()

  /// Makes the key `Sendable` without a lock. All threads that dispatch to main-thread stores would contend for a lock.
  private struct QueueMark: @unchecked Sendable {
    // SAFETY: the key is an immutable object without contents; Dispatch identifies it by its address.
    let key = DispatchSpecificKey<Void>()
  }
}

extension StoreRunner where Self == MainRunner {
  /// The main thread.
  public static var main: MainRunner { MainRunner() }
}

/// A runner that can interrupt a delivery after each batch, so that an endless delivery can be stopped.
package protocol InterruptibleRunner: StoreRunner {
  /// Whether the current delivery may continue, read after each batch of messages. If false, another call to `run`
  /// delivers the remaining messages.
  var mayContinue: Bool { get }
}

/// A runner that stores the work of its trees until the runner is driven.
///
/// Stored work retains its tree, so trees and contexts reference the runner weakly, to avoid a retain cycle.
package protocol KeepingRunner: AnyObject, StoreRunner {}

extension KeepingRunner {
  /// A weak reference to this runner, for a tree or a context.
  fileprivate var heldWeakly: any StoreRunner { WeakRunner(self) }
}

/// A weak reference to a runner. After the runner is released, the reference releases work without running it, so the
/// queued actions are dropped.
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
  /// A weak reference to this runner if it stores work, otherwise the runner itself.
  var heldByTree: any StoreRunner { (self as? any KeepingRunner)?.heldWeakly ?? self }

  /// If this is a weak reference to an existing runner, that runner; otherwise this value.
  var unwrapped: any StoreRunner { (self as? any AnyWeakRunner)?.strong ?? self }
}

/// Runs a store tree on request, on the calling thread.
///
/// Use this runner in tests: no work runs until `runUntilIdle()` is called, so a test need not wait.
///
/// ```swift
/// let runner = ManualRunner()
/// let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
/// store.dispatch(1)
/// runner.runUntilIdle()
/// ```
///
/// Drive the runner from a single thread: a concurrent call on another thread is reported and has no effect. Retain the
/// runner, because its stores do not: when the runner is released, the queued actions are dropped.
public final class ManualRunner: StoreRunner, KeepingRunner {
  private struct Work: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let work = Guarded(Work())
  private let reporter: MisuseReporter

  /// Creates an idle runner, which reports misuse to the current context's reporter.
  public init() { reporter = StoreContext.current.misuseReporter }

  public func run(_ work: @escaping @Sendable () -> Void) {
    self.work.withLock { $0.waiting.append(work) }
  }

  /// Whether the runner has no queued work.
  public var isIdle: Bool { work.withLock { $0.waiting.isEmpty } }

  /// Runs the queued work, including work that is queued during this call, until nothing is queued.
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
      fix: "drive a `ManualRunner` from one thread, and outside the code that it runs")
  }
}
