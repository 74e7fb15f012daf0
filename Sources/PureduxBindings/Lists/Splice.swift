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
