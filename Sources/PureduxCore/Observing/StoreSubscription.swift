/// A token for something that goes on until it ends: an observer, a group of effects, a piece of work.
///
/// It ends when this object is cancelled or released, so keep it for as long as it should go on.
///
/// ```swift
/// let subscription = store.subscribe { print($0.count) }
/// subscription.cancel()
/// ```
public final class StoreSubscription: Sendable {
  private let work: Guarded<(any Cancellable)?>

  package init(_ work: any Cancellable) { self.work = Guarded(work) }

  deinit { cancel() }

  /// Ends it at once, and does not wait.
  ///
  /// When this returns, no later turn calls the observer, nor does the rest of the turn in which this was called, and the
  /// observer has been released. A call that another thread has just decided on may still begin or run, and holds the
  /// observer until its turn is over. On the thread where the store runs there is no such call.
  public func cancel() { work.take()?.cancel() }

  /// Releases work that is over, without cancelling it.
  func forget() { _ = work.take() }
}

extension StoreSubscription: Cancellable {
  @usableFromInline package var isEnded: Bool { work.withLock { $0?.isEnded ?? true } }

  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool {
    guard let work = work.withLock({ $0 }) else {
      body(.cancelled)
      return true
    }
    return work.whenOver(body)
  }
}

extension StoreSubscription {
  /// A token that calls `onCancel` once.
  package convenience init(_ onCancel: @escaping @Sendable () -> Void) { self.init(CancellingClosure(onCancel)) }

  private final class CancellingClosure: Cancellable {
    private let onCancel: @Sendable () -> Void
    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
    func cancel() { onCancel() }
    var isEnded: Bool { false }
  }
}

/// Work that goes on until it is cancelled. Cancelling it more than once, on any thread, does no harm.
@usableFromInline
package protocol Cancellable: AnyObject, Sendable {
  func cancel()
  /// Whether it is over, so that nobody needs to keep it.
  var isEnded: Bool { get }
  /// Calls `body` once, on any thread, when it is over; at once if it is over already.
  ///
  /// Returns false for work that does not report its end.
  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool
}

extension Cancellable {
  /// False, for work that goes on until it is ended and is kept as long.
  package var isEnded: Bool { false }

  /// False, for work that does not report its end.
  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool { false }
}
