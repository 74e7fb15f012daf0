/// Ends what it stands for when it is cancelled or released: an observer, a group of effects, a piece of work.
public final class StoreSubscription: Sendable {
  private let work: Guarded<(any Ending)?>

  package init(_ work: any Ending) { self.work = Guarded(work) }

  deinit { cancel() }

  /// Ends it at once. When this returns no call to the observer begins any more, and nothing holds it.
  public func cancel() {
    let work = work.withLock { work in
      defer { work = nil }
      return work
    }
    work?.end()
  }
}

extension StoreSubscription: Ending {
  package func end() { cancel() }

  package var isEnded: Bool { work.withLock { $0?.isEnded ?? true } }
}

extension StoreSubscription {
  /// A token that calls `onCancel` once.
  package convenience init(_ onCancel: @escaping @Sendable () -> Void) { self.init(EndingClosure(onCancel)) }

  private final class EndingClosure: Ending {
    private let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    func end() { onEnd() }
    var isEnded: Bool { false }
  }
}
