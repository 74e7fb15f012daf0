/// The reversal of a change to an ordered state.
///
/// A reversal finds its element by id, so it never applies to a different element, even after unrelated changes. The
/// search begins at the element's former position. Restoring, moving or removing an element is skipped if the element
/// no longer exists; reinserting an element is skipped if an element with its id exists.
///
/// An element returns to the place after the element that preceded it, its *neighbor*, wherever the neighbor is by then.
/// If there was no neighbor, or the neighbor no longer exists, the element returns to its former position.
@frozen
@usableFromInline
package enum ElementReversal<Element: Identifiable> {
  /// Restores the content of the element.
  case replace(element: Element, at: Int)
  /// Reinserts the element at this position, or after its neighbor. The neighbor is also nil in a reversal that was
  /// saved by a version without neighbors.
  case put(element: Element, at: Int, after: Element.ID?)
  /// Removes the inserted element.
  case remove(id: Element.ID, at: Int)
  /// Moves the element back from `from` to `to`, or to the place after its neighbor.
  case move(id: Element.ID, from: Int, to: Int, after: Element.ID?)
  /// Reinserts the elements at these ascending positions. Without positions, the elements were all that there were.
  ///
  /// An element whose position follows that of the element before it in the list has that element as its neighbor.
  /// `after` contains the neighbors of the others, except for an element at position 0.
  case putAll(elements: [Element], at: [Int], after: [Element.ID]?)
  /// Removes the inserted elements.
  case removeAll(ids: [Element.ID])
  /// Restores the order of these elements. Other elements stay in place.
  case order(ids: [Element.ID])
}

extension ElementReversal: Sendable where Element: Sendable, Element.ID: Sendable {}
extension ElementReversal: Equatable where Element: Equatable {}
extension ElementReversal: Encodable where Element: Encodable, Element.ID: Encodable {}
extension ElementReversal: Decodable where Element: Decodable, Element.ID: Decodable {}

extension ElementReversal {
  /// Adds the reversal of a later change, merging it into the last reversal if possible.
  ///
  /// For consecutive edits of an element, only the original content is stored; for consecutive moves, only the original
  /// position.
  @inlinable
  package static func add(_ new: Self, to reversals: inout [Self]) {
    if let last = reversals.indices.last {
      switch (reversals[last], new) {
      case (.replace(let first, _), .replace(let later, _)) where first.id == later.id: return
      case (.remove(let id, _), .replace(let later, _)) where id == later.id: return
      case (.removeAll(let ids), .replace(let later, _)) where ids.last == later.id: return
      case (.remove(let id, _), .put(let later, _, _)) where id == later.id:
        reversals.removeLast()
        return
      case (.removeAll(let ids), .put(let later, _, _)) where ids.last == later.id:
        _ = takeEdit(of: later.id, from: &reversals)
        return
      case (.move(let id, _, let origin, let neighbor), .move(let later, let from, _, _)) where id == later:
        reversals.removeLast()
        if from != origin { reversals.append(.move(id: id, from: from, to: origin, after: neighbor)) }
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
    // Pop the reversal first, so that its list of ids is extended in place.
    guard case .removeAll(var ids)? = reversals.popLast() else { return }
    ids.append(id)
    reversals.append(.removeAll(ids: ids))
  }

  /// Removes and returns the latest reversal, which belongs to the element that is being edited.
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
