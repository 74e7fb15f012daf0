/// A change to a collection of identified elements, expressed as a list update.
///
/// Each position refers to the collection after all preceding changes, so apply the changes in order.
public enum ElementChange<ID: Hashable>: Hashable {
  /// The element may have changed, but its identity and position are unchanged.
  case updated(ID, at: Int)
  /// An element was inserted at this position.
  case inserted(ID, at: Int)
  /// The element at this position was removed.
  case removed(ID, at: Int)
  /// The element was removed at `from` and inserted at `to`.
  case moved(ID, from: Int, to: Int)

  /// The identity of the element.
  @usableFromInline package var id: ID {
    switch self {
    case .updated(let id, _), .inserted(let id, _), .removed(let id, _), .moved(let id, _, _): id
    }
  }

  /// The position of the element after the change or, for a removal, before the change.
  @inlinable package var position: Int {
    switch self {
    case .updated(_, let position), .inserted(_, let position), .removed(_, let position), .moved(_, _, let position):
      position
    }
  }
}

extension ElementChange: Sendable where ID: Sendable {}
