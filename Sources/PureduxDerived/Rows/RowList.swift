public import PureduxCollections

/// The row identities of a list or table, in order.
///
/// Copying takes constant time. Changing a copy duplicates only a few hundred identities, regardless of the length of
/// the list. The list contains only identities, so retaining the list does not force the next state change to copy
/// elements.
///
/// ```swift
/// let rows = shop.rows(\.items).current
/// print(rows.count, rows.first ?? 0)
/// ```
@frozen
public struct RowList<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: ChunkedArray<ID>

  /// Long chunks keep the array of chunks short. Changing a list duplicates the array of chunks if another copy of the
  /// list exists.
  @inlinable static var longestChunk: Int { 512 }

  @inlinable
  init(_ ids: some Sequence<ID>) { self.ids = ChunkedArray(ids, longest: Self.longestChunk) }

  /// Creates an empty list.
  @inlinable
  public init() { self.init(EmptyCollection()) }

  /// Applies, in order, the changes that an observer of rows has received.
  ///
  /// - Parameter changes: The changes to this list. Applying the changes of a different list may trap.
  package mutating func apply(_ changes: [ElementChange<ID>]) {
    for change in changes { apply(change) }
  }

  @inlinable
  mutating func apply(_ change: ElementChange<ID>) {
    switch change {
    case .updated: break
    case .inserted(let id, let row): ids.insert(id, at: row)
    case .removed(_, let row): ids.remove(at: row)
    case .moved(let id, let from, let to):
      precondition(from >= 0 && from < ids.count && to >= 0 && to < ids.count, "there is no such row")
      ids.replace(at: from, by: id, movedTo: to)
    }
  }
}

extension RowList: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { ids.count }

  /// The identity of the row at this index.
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
