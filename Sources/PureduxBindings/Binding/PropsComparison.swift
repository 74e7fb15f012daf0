/// Finds the props that differ from the ones before, where props are made.
final class PropsComparison<Props: Equatable & Sendable>: Sendable {
  struct Change: Sendable {
    let new: Props
    let old: Props?
  }

  private let latest = Guarded<Props?>(nil)

  /// Nil if these props are equal to the ones before. To be called on one serial queue.
  func change(to new: Props) -> Change? {
    // Compared and released outside the lock, because both may call code of the user.
    let old = latest.take()
    latest.withLock { $0 = new }
    return new == old ? nil : Change(new: new, old: old)
  }
}
