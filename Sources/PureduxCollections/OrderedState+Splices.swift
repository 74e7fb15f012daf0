/// A position in a list at which elements were removed, inserted, or both.
///
/// A splice contains the information that UI toolkits need to update a list: for example, the arguments of
/// `items_changed(position, removed, added)` in GTK, or the insertions and deletions of a table view.
public struct Splice: Hashable, Sendable {
  /// The position of the change, after all earlier splices have been applied.
  public let position: Int
  /// The number of elements that were removed at the position.
  public let removed: Int
  /// The number of elements that were inserted at the position.
  public let inserted: Int

  /// Creates a splice.
  ///
  /// - Parameters:
  ///   - position: The position of the change, after all earlier splices have been applied.
  ///   - removed: The number of elements removed at the position.
  ///   - inserted: The number of elements inserted at the position.
  package init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

extension OrderedState {
  /// Returns the splices that turn `old` into this list, for a view with one row per element.
  ///
  /// Elements are compared by id only, so an element that changes in place causes no splice. A moved element is removed
  /// by one splice and inserted by another. The elements inserted by a splice start at the splice's position in this
  /// collection.
  ///
  /// ```swift
  /// let old: OrderedState = [Item(id: 1), Item(id: 2), Item(id: 3)]
  /// let new: OrderedState = [Item(id: 2), Item(id: 3), Item(id: 4)]
  /// for splice in new.splices(since: old) {       // at 0: 1 removed; at 2: 1 inserted
  ///   print(splice.position, splice.removed, splice.inserted)
  /// }
  /// ```
  ///
  /// Takes O(n) time, where n is the number of elements. If all changes since `old` are still recorded and are in-place
  /// updates, no elements are compared.
  ///
  /// - Parameters:
  ///   - old: The elements that the view displays.
  ///   - limit: The maximum number of splices. If more splices are needed, the method returns a single splice that
  ///     spans all differences, because a view applies one large splice faster than many small ones.
  /// - Returns: The splices from front to back; each splice applies to the result of the previous splices.
  public func splices(since old: OrderedState, limit: Int = 64) -> [Splice] {
    if let changes = changes(since: old.version), changes.allSatisfy(\.isUpdate) { return [] }
    var walk = SpliceWalk(from: old, to: self)
    return walk.splices(limit: limit)
  }
}

extension ElementChange {
  fileprivate var isUpdate: Bool {
    if case .updated = self { true } else { false }
  }
}

/// Walks an old and a new collection in parallel.
private struct SpliceWalk<Element: Identifiable> {
  private let old: OrderedState<Element>
  private let new: OrderedState<Element>
  /// The unvisited ranges of both collections, excluding their common suffix.
  private var oldRest: Range<Int>
  private var newRest: Range<Int>

  init(from old: OrderedState<Element>, to new: OrderedState<Element>) {
    (self.old, self.new) = (old, new)
    let common = zip(old.elements.reversed(), new.elements.reversed()).prefix { $0.id == $1.id }.count
    oldRest = 0..<old.count - common
    newRest = 0..<new.count - common
  }

  mutating func splices(limit: Int) -> [Splice] {
    skipCommon()
    let (oldSpan, newSpan) = (oldRest, newRest)
    var splices: [Splice] = []
    while let splice = next() {
      guard splices.count < limit else {
        return [Splice(position: newSpan.lowerBound, removed: oldSpan.count, inserted: newSpan.count)]
      }
      splices.append(splice)
    }
    return splices
  }

  private mutating func skipCommon() {
    while let oldest = oldRest.first, let newest = newRest.first, old[oldest].id == new[newest].id { advance() }
  }

  private mutating func advance() {
    oldRest.removeFirst()
    newRest.removeFirst()
  }

  /// Returns the next difference between the collections, up to the next common element.
  private mutating func next() -> Splice? {
    skipCommon()
    let (oldStart, newStart) = (oldRest.lowerBound, newRest.lowerBound)
    while let isRemoval = isRemovalNext() {
      if isRemoval { oldRest.removeFirst() } else { newRest.removeFirst() }
    }
    let (removed, inserted) = (oldRest.lowerBound - oldStart, newRest.lowerBound - newStart)
    return removed + inserted == 0 ? nil : Splice(position: newStart, removed: removed, inserted: inserted)
  }

  /// Returns true to remove the next old element, or false to insert the next new element.
  ///
  /// Returns nil if the next old and new elements have the same id, or if no elements remain.
  private func isRemovalNext() -> Bool? {
    guard let newNext = newRest.first else { return oldRest.isEmpty ? nil : true }
    guard let oldNext = oldRest.first else { return false }
    if old[oldNext].id == new[newNext].id { return nil }
    guard let destination = new.index(id: old[oldNext].id), destination > newNext else { return true }
    guard let origin = old.index(id: new[newNext].id), origin > oldNext else { return false }
    // Each of the two elements occurs later in the other collection. Treat the element that is farther from its
    // position in the other collection as moved.
    return destination - newNext >= origin - oldNext
  }
}
