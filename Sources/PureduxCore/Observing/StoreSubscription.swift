/// A token for an ongoing activity: an observer, a group of effects, or other work.
///
/// Cancelling or releasing this object ends the activity, so retain it.
///
/// ```swift
/// let subscription = store.subscribe { print($0.count) }
/// subscription.cancel()
/// ```
public final class StoreSubscription: Sendable {
  // SAFETY: accessed only with `lock` held.
  @exclusivity(unchecked) private nonisolated(unsafe) var work: (any Cancellable)?

  /// Guards the work of all subscriptions. A separate lock for each subscription would account for most of the
  /// subscription's memory. No closure is called while the lock is held.
  private static let lock = Lock()

  @usableFromInline
  package init(_ work: any Cancellable) { self.work = work }

  deinit { work?.cancel() }

  private func take() -> (any Cancellable)? {
    Self.lock.hold { _ in
      defer { work = nil }
      return work
    }
  }

  /// Ends the activity, without waiting for a call that is in progress.
  ///
  /// After `cancel` returns, the observer is called neither in the rest of the current turn nor in later turns, and the
  /// store no longer retains the observer. A call that is in progress or about to begin on another thread may still run
  /// to completion; that thread retains the observer until its turn ends. If `cancel` is called where the store runs,
  /// for example on its dispatch queue, no other thread can be calling the observer.
  public func cancel() { take()?.cancel() }

  /// Releases ended work without cancelling it.
  func forget() { _ = take() }
}

extension StoreSubscription: Cancellable {
  @usableFromInline package var isEnded: Bool { Self.lock.hold({ _ in work })?.isEnded ?? true }

  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool {
    guard let work = Self.lock.hold({ _ in work }) else {
      body(.cancelled)
      return true
    }
    return work.whenOver(body)
  }
}

extension StoreSubscription {
  /// Creates a token that calls `onCancel` once, when the token is cancelled or released.
  package convenience init(_ onCancel: @escaping @Sendable () -> Void) { self.init(CancellingClosure(onCancel)) }

  private final class CancellingClosure: Cancellable {
    private let onCancel: @Sendable () -> Void
    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
    func cancel() { onCancel() }
    var isEnded: Bool { false }
  }
}

/// Work that can be cancelled. Cancelling is idempotent, and allowed on any thread.
@usableFromInline
package protocol Cancellable: AnyObject, Sendable {
  func cancel()
  /// Whether the work has ended and no longer needs to be retained.
  var isEnded: Bool { get }
  /// Calls `body` once, on any thread, when the work ends; immediately if it has already ended.
  ///
  /// Returns false for work that does not report its end.
  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool
}

extension Cancellable {
  /// False by default, for work that continues until it is cancelled.
  package var isEnded: Bool { false }

  /// Returns false by default, for work that does not report its end.
  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool { false }
}
