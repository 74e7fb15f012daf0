/// The elements of the last turn, which the next one is compared with. Comparing is the user's code.
@frozen
@usableFromInline
struct SeenElements<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: [ID] = []
  @usableFromInline var version: Version?
  /// Whether the collection is of a type that tells no changes, which costs more to ask than to compare one element.
  @usableFromInline var tellsNoChanges = false

  init() {}

  /// The part that is different now; nil where nothing is.
  ///
  /// A collection that tells its changes is asked for these alone. Where `isOwnID`, an element that only has another
  /// content has the identity that it had.
  @inlinable
  mutating func change<Elements: BidirectionalCollection>(
    to elements: Elements, isOwnID: Bool, id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    if !tellsNoChanges {
      if let elements = elements as? any ElementsWithChanges {
        defer { version = elements.version }
        if let version, elements.version == version || isOwnID && !elements.hasOtherElements(since: version) {
          return nil
        }
      } else {
        tellsNoChanges = true
      }
    }
    guard let change = part(changedBy: elements, id) else { return nil }
    ids.replaceSubrange(change.old, with: change.coming)
    return change
  }

  /// What is the same at the beginning and at the end is only compared.
  @inlinable
  func part<Elements: BidirectionalCollection>(
    changedBy new: Elements, _ id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    var (start, first) = (0, new.startIndex)
    while start < ids.count, first != new.endIndex, ids[start] == id(new[first]) {
      start += 1
      new.formIndex(after: &first)
    }
    if start == ids.count, first == new.endIndex { return nil }
    var (end, last) = (ids.count, new.endIndex)
    while end > start, last != first, ids[end - 1] == id(new[new.index(before: last)]) {
      end -= 1
      new.formIndex(before: &last)
    }
    return (start..<end, new[first..<last].map(id))
  }
}
