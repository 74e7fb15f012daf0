extension OrderedState: Versioned {
  /// Names the elements and their order; new after each change. Writing to an element counts, whatever was written.
  @inlinable public var version: Version { journal.version }

  /// What happened since this value, or one that it was made from, had `version`; oldest first.
  ///
  /// Applied to the contents of that version, the changes give the present order, and tell which elements have other
  /// contents. At most 64 changes are kept, and none across a sort or another change of everything at once. An
  /// element may be told several times, and may be removed later in the list.
  ///
  /// ```swift
  /// var items: OrderedState = [Item(id: 1)]
  /// let before = items.version
  /// items.append(Item(id: 2))
  /// print(items.changes(since: before) ?? [])  // [inserted(2, at: 1)]
  /// ```
  ///
  /// - Parameter version: One that was read before.
  /// - Returns: No changes where `version` is the present one; nil where it is too long ago, or not in this value's past:
  ///   then everything may have changed.
  public func changes(since version: Version) -> [ElementChange<Element.ID>]? {
    var changes: [ElementChange<Element.ID>] = []
    return forEachChange(since: version) { changes.append($0) } ? changes : nil
  }

  /// Calls `body` with each change since a version, and allocates nothing. Returns false where they are not known.
  @inlinable
  package func forEachChange(since version: Version, _ body: (ElementChange<Element.ID>) -> Void) -> Bool {
    journal.forEach(since: version) { body($0.change) }
  }
}
