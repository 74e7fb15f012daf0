/// Rows that follow an ordered state by its changes.
@usableFromInline
@frozen
struct FollowedRows<Order: RowOrder>: Sendable {
  @usableFromInline var order: Order
  @usableFromInline var rows: RowList<Order.Element.ID>
  @usableFromInline var version: Version

  @inlinable
  init(_ list: OrderedState<Order.Element>, in order: Order) {
    self.order = order
    version = list.version
    rows = RowList(self.order.rows(of: list))
  }

  /// Follows the collection to `list`. Returns nil where that changed no row.
  @inlinable
  mutating func update(to list: OrderedState<Order.Element>) -> RowsUpdate<Order.Element.ID>? {
    guard version != list.version else { return nil }
    var told: [ElementChange<Order.Element.ID>] = []
    let isKnown = list.forEachChange(since: version) { change in
      order.follow(change, in: list) {
        rows.apply($0)
        told.append($0)
      }
    }
    version = list.version
    if isKnown { return told.isEmpty ? nil : RowsUpdate(rows: rows, changes: told) }
    rows = RowList(order.rows(of: list))
    return RowsUpdate(rows: rows, changes: nil)
  }
}
