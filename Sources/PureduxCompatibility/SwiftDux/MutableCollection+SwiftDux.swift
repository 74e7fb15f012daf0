extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at several positions.
  ///
  /// Positions outside the collection are ignored.
  ///
  /// - Parameter offsets: The positions in any order, for example the `IndexSet` from a list's `onDelete`.
  @available(*, deprecated, message: "Use `remove(atOffsets:)` of SwiftUI, or an `OrderedState`.")
  public mutating func remove(at offsets: some Sequence<Int>) {
    let removed = Set(offsets)
    var kept = Self()
    for index in indices where !removed.contains(index) { kept.append(self[index]) }
    self = kept
  }
}
