/// The work that ends with a store.
///
/// Work that has ended is forgotten in time, so that a store that starts work again and again keeps no trace of it.
@frozen
@usableFromInline
struct AttachedWork: Sendable {
  @usableFromInline private(set) var all: [any Endable]

  @inlinable
  init() { all = [] }

  /// Returns what the caller has to release outside the lock.
  mutating func add(_ work: any Endable) -> [any Endable] {
    var forgotten: [any Endable] = []
    if all.count == all.capacity {
      forgotten = all
      all = all.filter { !$0.isEnded }
      all.reserveCapacity(max(16, all.count * 2))
    }
    all.append(work)
    return forgotten
  }
}
