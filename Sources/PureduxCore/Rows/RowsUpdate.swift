/// The rows of a list after a turn, and what the turn changed in them.
@frozen
public struct RowsUpdate<ID: Hashable & Sendable>: Sendable {
  /// The identities of the rows, in their order.
  public let rows: RowList<ID>
  /// What happened since the update before, oldest first; nil where every row may have changed, as at first.
  public let changes: [ElementChange<ID>]?

  @inlinable
  init(rows: RowList<ID>, changes: [ElementChange<ID>]?) { (self.rows, self.changes) = (rows, changes) }
}
