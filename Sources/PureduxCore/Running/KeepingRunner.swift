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
