/// A place in a list where elements were removed, inserted, or both.
///
/// A toolkit's list is told so, for example with `items_changed(position, removed, added)` of GTK or with the insertions
/// and deletions of a table view.
public struct Splice: Hashable, Sendable {
  /// Where the elements were removed and inserted, once all splices before this one are made.
  public let position: Int
  /// How many elements were removed there.
  public let removed: Int
  /// How many elements were inserted in their place.
  public let inserted: Int

  /// A splice at a position of a list.
  ///
  /// - Parameters:
  ///   - position: where the elements were removed and inserted, once all splices before this one are made.
  ///   - removed: how many elements were removed there.
  ///   - inserted: how many elements were inserted in their place.
  public init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}

extension OrderedState {
  /// The splices that make a list of the old elements a list of these, for a view that shows one row for each.
  ///
  /// Elements are compared by id alone: an element that changed and kept its place is in no splice. One that moved is
  /// removed in one splice and inserted in another. The inserted elements of a splice are those of this collection from
  /// its position on.
  ///
  /// ```swift
  /// let old: OrderedState = [Item(id: 1), Item(id: 2), Item(id: 3)]
  /// let new: OrderedState = [Item(id: 2), Item(id: 3), Item(id: 4)]
  /// for splice in new.splices(since: old) {       // at 0: 1 removed; at 2: 1 inserted
  ///   print(splice.position, splice.removed, splice.inserted)
  /// }
  /// ```
  ///
  /// Takes a time that grows with the number of elements, except where all that is known to have happened since is that
  /// elements changed.
  ///
  /// - Parameters:
  ///   - old: the elements that the view shows.
  ///   - limit: the largest number of splices. A single splice from the first difference to the last takes the place of
  ///     more, because many small ones cost a view more than a large one.
  /// - Returns: the splices from front to back, each to be made in the list that those before it have left.
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

/// Walks along an old and a new collection at once.
private struct SpliceWalk<Element: Identifiable> {
  private let old: OrderedState<Element>
  private let new: OrderedState<Element>
  /// What is left of the two, without the elements at the end that are the same in both.
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

  /// The next place in which the two differ, up to the next element that they have in common.
  private mutating func next() -> Splice? {
    skipCommon()
    let (oldStart, newStart) = (oldRest.lowerBound, newRest.lowerBound)
    while let isRemoval = isRemovalNext() {
      if isRemoval { oldRest.removeFirst() } else { newRest.removeFirst() }
    }
    let (removed, inserted) = (oldRest.lowerBound - oldStart, newRest.lowerBound - newStart)
    return removed + inserted == 0 ? nil : Splice(position: newStart, removed: removed, inserted: inserted)
  }

  /// Whether the next old element is to be removed, or else the next new one inserted; nil where they are the same, or
  /// nothing is left.
  private func isRemovalNext() -> Bool? {
    guard let newNext = newRest.first else { return oldRest.isEmpty ? nil : true }
    guard let oldNext = oldRest.first else { return false }
    if old[oldNext].id == new[newNext].id { return nil }
    guard let destination = new.index(id: old[oldNext].id), destination > newNext else { return true }
    guard let origin = old.index(id: new[newNext].id), origin > oldNext else { return false }
    // Both are in the other collection further on. The one that is further away has moved.
    return destination - newNext >= origin - oldNext
  }
}
