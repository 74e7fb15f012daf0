/// The identities of rows in their order, for a list or a table.
///
/// Copying it costs nothing, and changing a copy moves a few hundred identities, however many there are. It holds no
/// elements, so keeping it does not make the next change of the state copy them.
///
/// ```swift
/// let rows = shop.rows(\.items).current
/// print(rows.count, rows.first ?? 0)
/// ```
@frozen
public struct RowList<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: ChunkedArray<ID>

  @inlinable
  init(_ ids: some Sequence<ID>) { self.ids = ChunkedArray(ids) }

  /// Starts with no row.
  @inlinable
  public init() { ids = ChunkedArray() }

  /// Applies changes that an observer of rows was told, in their order.
  ///
  /// - Parameter changes: Changes of these very rows. Others trap.
  public mutating func apply(_ changes: [ElementChange<ID>]) {
    for change in changes { apply(change) }
  }

  @inlinable
  mutating func apply(_ change: ElementChange<ID>) {
    switch change {
    case .updated: break
    case .inserted(let id, let row): ids.insert(id, at: row)
    case .removed(_, let row): ids.remove(at: row)
    case .moved(let id, let from, let to):
      ids.remove(at: from)
      ids.insert(id, at: to)
    }
  }
}

extension RowList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { ids.count }

  /// The identity of a row.
  @inlinable
  public subscript(row: Int) -> ID {
    precondition(row >= 0 && row < ids.count, "there is no such row")
    return ids[row]
  }
}

extension RowList: Equatable {
  @inlinable
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

extension RowList: CustomStringConvertible {
  public var description: String { Array(self).description }
}
