/// What takes back one change of an ordered state.
///
/// Elements are found by id, first at the position where they were. So a change that came in between from elsewhere does not
/// lead to another element, and an element that is gone is left alone.
@frozen
@usableFromInline
package enum ElementReversal<Element: Identifiable> {
  /// The element had this content.
  case replace(element: Element, at: Int)
  /// The element was at this position.
  case put(element: Element, at: Int)
  /// The element was not there.
  case remove(id: Element.ID, at: Int)
  /// The element is at `from` and was at `to`.
  case move(id: Element.ID, from: Int, to: Int)
  /// The elements were at these positions, which ascend; at the end where there are fewer positions.
  case putAll(elements: [Element], at: [Int])
  /// The elements were not there.
  case removeAll(ids: [Element.ID])
  /// The elements were in this order. Others are left where they are.
  case order(ids: [Element.ID])
}

extension ElementReversal: Sendable where Element: Sendable, Element.ID: Sendable {}
extension ElementReversal: Equatable where Element: Equatable {}
extension ElementReversal: Encodable where Element: Encodable, Element.ID: Encodable {}
extension ElementReversal: Decodable where Element: Decodable, Element.ID: Decodable {}

extension ElementReversal {
  /// Adds what takes back a later change, as a part of the last one where both are one change.
  ///
  /// So the edits of one element in a row keep its first content alone, and its moves its first position.
  @inlinable
  package static func add(_ new: Self, to reversals: inout [Self]) {
    if let last = reversals.indices.last {
      switch (reversals[last], new) {
      case (.replace(let first, _), .replace(let later, _)) where first.id == later.id: return
      case (.remove(let id, _), .replace(let later, _)) where id == later.id: return
      case (.removeAll(let ids), .replace(let later, _)) where ids.last == later.id: return
      case (.remove(let id, _), .put(let later, _)) where id == later.id:
        reversals.removeLast()
        return
      case (.removeAll(let ids), .put(let later, _)) where ids.last == later.id:
        _ = takeEdit(of: later.id, from: &reversals)
        return
      case (.move(let id, _, let origin), .move(let later, let from, _)) where id == later:
        reversals.removeLast()
        if from != origin { reversals.append(.move(id: id, from: from, to: origin)) }
        return
      case (.remove(let first, _), .remove(let later, _)):
        reversals[last] = .removeAll(ids: [first, later])
        return
      case (.removeAll, .remove(let later, _)):
        addRemoval(of: later, to: &reversals)
        return
      default: break
      }
    }
    reversals.append(new)
  }

  @inlinable
  @inline(never)
  static func addRemoval(of id: Element.ID, to reversals: inout [Self]) {
    // Taken out, so that the list of ids grows in place.
    guard case .removeAll(var ids)? = reversals.popLast() else { return }
    ids.append(id)
    reversals.append(.removeAll(ids: ids))
  }

  /// Takes out what was last added for the edit that an element is going through.
  @inlinable
  @inline(never)
  static func takeEdit(of id: Element.ID, from reversals: inout [Self]) -> Self? {
    guard let last = reversals.popLast() else { return nil }
    guard case .removeAll(var ids) = last else { return last }
    ids.removeLast()
    if !ids.isEmpty { reversals.append(.removeAll(ids: ids)) }
    return .remove(id: id, at: 0)
  }
}
