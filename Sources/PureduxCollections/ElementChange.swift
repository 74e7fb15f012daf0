/// One change of a collection of identified elements, as a list or a table is told it.
///
/// A position counts in the collection as it was after the changes before this one. So changes are applied in their order.
public enum ElementChange<ID: Hashable>: Hashable {
  /// The element may have another content. It kept its identity and its position.
  case updated(ID, at: Int)
  /// An element was inserted, and is at this position now.
  case inserted(ID, at: Int)
  /// The element at this position was removed.
  case removed(ID, at: Int)
  /// The element was taken out at `from` and put in again, and is at `to` now.
  case moved(ID, from: Int, to: Int)

  /// The identity of the element.
  public var id: ID {
    switch self {
    case .updated(let id, _), .inserted(let id, _), .removed(let id, _), .moved(let id, _, _): id
    }
  }

  /// The position that it has after the change, or had before it was removed.
  @inlinable package var position: Int {
    switch self {
    case .updated(_, let position), .inserted(_, let position), .removed(_, let position), .moved(_, _, let position):
      position
    }
  }
}

extension ElementChange: Sendable where ID: Sendable {}
