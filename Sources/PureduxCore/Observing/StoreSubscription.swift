/// A token for something that goes on until it ends: an observer, a group of effects, a piece of work.
///
/// It ends when this object is cancelled or released, so keep it for as long as it should go on.
///
/// ```swift
/// let subscription = store.subscribe { print($0.count) }
/// subscription.cancel()
/// ```
public final class StoreSubscription: Sendable {
  private let work: Guarded<(any Endable)?>

  package init(_ work: any Endable) { self.work = Guarded(work) }

  deinit { cancel() }

  /// Ends it at once, and does not wait.
  ///
  /// When this returns, no later turn calls the observer, nor does the rest of the turn in which this was called, and the
  /// observer has been released. A call that another thread has just decided on may still begin or run, and holds the
  /// observer until its turn is over. On the thread where the store runs there is no such call.
  public func cancel() { work.take()?.end() }

  /// Releases work that is over, without cancelling it.
  func forget() { _ = work.take() }
}

extension StoreSubscription: Endable {
  @usableFromInline package func end() { cancel() }

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
  package convenience init(_ onCancel: @escaping @Sendable () -> Void) { self.init(EndingClosure(onCancel)) }

  private final class EndingClosure: Endable {
    private let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    func end() { onEnd() }
    var isEnded: Bool { false }
  }
}

/// Work that goes on until it is ended. Ending it more than once, on any thread, does no harm.
@usableFromInline
package protocol Endable: AnyObject, Sendable {
  func end()
  /// Whether it is over, so that nobody needs to keep it.
  var isEnded: Bool { get }
  /// Calls `body` once, on any thread, when it is over; at once if it is over already.
  ///
  /// Returns false for work that does not report its end.
  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool
}

extension Endable {
  /// False, for work that goes on until it is ended and is kept as long.
  package var isEnded: Bool { false }

  /// False, for work that does not report its end.
  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool { false }
}
