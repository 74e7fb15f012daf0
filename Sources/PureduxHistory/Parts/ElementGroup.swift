public import PureduxCollections

/// What is known about the reversals of an open group, so that joining a change takes time proportional to that change.
///
/// Inlinable, like the part that calls it, so that the client module specializes it: otherwise, joining a change takes
/// most of its time to look up types.
@usableFromInline
struct ElementGroup<Element: Identifiable & Equatable & Sendable>: Sendable where Element.ID: Sendable {
  /// The elements that the group changed, as they were before; nil for an element that the group inserted.
  @usableFromInline var originals: [Element.ID: Element?] = [:]
  /// The elements that are not as they were before the group.
  @usableFromInline var changed: Set<Element.ID> = []
  /// Whether the group inserted, removed or moved elements.
  @usableFromInline var changesOrder = false
  /// The approximate size of the group's reversals in bytes.
  @usableFromInline var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  /// Adds the reversals of a later change. An edit of an element that the group has changed before is omitted, because
  /// reverting the earlier change replaces or removes the element.
  @inlinable
  mutating func join(
    _ later: [ElementReversal<Element>], to reversals: inout [ElementReversal<Element>],
    in elements: OrderedState<Element>, _ size: (Element) -> Int
  ) {
    for reversal in later {
      if case .replace(let old, _) = reversal, originals[old.id] != nil { continue }
      let cancels = reversals.last.flatMap { $0.insertionCancelled(by: reversal) }
      bytes += add(reversal, to: &reversals, size)
      if let cancels { originals[cancels] = nil } else { store(reversal) }
    }
    for reversal in later { reversal.forEachElement { id, _ in compare(id, in: elements) } }
  }

  /// Adds a reversal, and returns by how much the size grows.
  @inlinable
  func add(
    _ reversal: ElementReversal<Element>, to reversals: inout [ElementReversal<Element>], _ size: (Element) -> Int
  ) -> Int {
    // Reversals of many removed elements are never merged, and are not measured again.
    let (count, before) = (reversals.count, reversals.last.map { $0.isOfMany ? 0 : $0.bytes(size) } ?? 0)
    ElementReversal.add(reversal, to: &reversals)
    if reversals.count > count { return reversal.bytes(size) }
    if reversals.count < count { return -before }
    return (reversals.last.map { $0.isOfMany ? 0 : $0.bytes(size) } ?? 0) - before
  }

  @inlinable
  mutating func store(_ reversal: ElementReversal<Element>) {
    reversal.forEachElement { id, original in
      if originals[id] == nil { originals[id] = .some(original) }
    }
    if case .replace = reversal {} else { changesOrder = true }
  }

  @inlinable
  mutating func compare(_ id: Element.ID, in elements: OrderedState<Element>) {
    guard let original = originals[id], original != elements[id: id] else {
      changed.remove(id)
      return
    }
    changed.insert(id)
  }
}

extension ElementReversal {
  /// Calls `body` with each element that was edited, removed or inserted, and its former contents; nil for an inserted
  /// element. Moved elements are not included, because their contents did not change.
  @inlinable
  func forEachElement(_ body: (Element.ID, Element?) -> Void) {
    switch self {
    case .replace(let old, _), .put(let old, _, _): body(old.id, old)
    case .putAll(let elements, _, _): for element in elements { body(element.id, element) }
    case .remove(let id, _): body(id, nil)
    case .removeAll(let ids): for id in ids { body(id, nil) }
    case .move, .order: break
    }
  }

  /// The element whose insertion this reversal belongs to, if a later reversal says that it was removed again.
  @inlinable
  func insertionCancelled(by later: ElementReversal) -> Element.ID? {
    guard case .put(let element, _, _) = later else { return nil }
    switch self {
    case .remove(let id, _): return id == element.id ? id : nil
    case .removeAll(let ids): return ids.last == element.id ? element.id : nil
    default: return nil
    }
  }

  @inlinable var isOfMany: Bool { if case .putAll = self { true } else { false } }
}
