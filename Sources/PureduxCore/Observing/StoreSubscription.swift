/// Ends what it stands for when it is cancelled or released: an observer, a group of effects, a piece of work.
public final class StoreSubscription: Sendable {
  private let work: Guarded<(any Endable)?>

  package init(_ work: any Endable) { self.work = Guarded(work) }

  deinit { cancel() }

  /// Ends it at once, and never waits. When this returns no turn decides to call the observer any more, neither a later
  /// one nor, where this is called inside a turn, the rest of that one; and the observer is let go.
  ///
  /// A call that another thread has decided on just before may still begin or run, and holds the observer until
  /// its turn's calls are over. It is not waited for: it may be waiting for whoever cancels. On the thread that the
  /// store runs on (the main thread, for the `.main` runner) there is no such call.
  public func cancel() { work.take()?.end() }
}

extension StoreSubscription: Endable {
  @usableFromInline package func end() { cancel() }

  @usableFromInline package var isEnded: Bool { work.withLock { $0?.isEnded ?? true } }
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
