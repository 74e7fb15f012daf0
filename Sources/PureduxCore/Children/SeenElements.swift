/// The elements of the last turn, which the next one is compared with. Comparing is the user's code.
@frozen
@usableFromInline
struct SeenElements<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: [ID] = []
  @usableFromInline var version: Version?

  init() {}

  /// The part that is different now; nil where nothing is.
  ///
  /// A collection that tells its changes is asked for these alone. Where `isOwnID`, an element that only has another
  /// content has the identity that it had.
  @inlinable
  mutating func change<Elements: BidirectionalCollection>(
    to elements: Elements, isOwnID: Bool, id: @escaping @Sendable (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    if let elements = elements as? any ElementsWithChanges {
      defer { version = elements.version }
      if let version, elements.version == version || isOwnID && !elements.hasOtherElements(since: version) {
        return nil
      }
    }
    guard let change = part(changedBy: elements.lazy.map { id($0) }) else { return nil }
    ids.replaceSubrange(change.old, with: change.coming)
    return change
  }

  /// What is the same at the beginning and at the end is only compared.
  @inlinable
  func part(changedBy new: some BidirectionalCollection<ID>) -> (old: Range<Int>, coming: [ID])? {
    var (start, first) = (0, new.startIndex)
    while start < ids.count, first != new.endIndex, ids[start] == new[first] {
      start += 1
      new.formIndex(after: &first)
    }
    if start == ids.count, first == new.endIndex { return nil }
    var (end, last) = (ids.count, new.endIndex)
    while end > start, last != first, ids[end - 1] == new[new.index(before: last)] {
      end -= 1
      new.formIndex(before: &last)
    }
    return (start..<end, Array(new[first..<last]))
  }
}
