#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Observes the rows of a list while the view is on screen.
    ///
    /// Store the received rows, and display the store returned by `rows.element(_:)` in each row. A change to an
    /// element then invalidates only the view of that element's row.
    ///
    /// ```swift
    /// import Puredux
    ///
    /// struct ItemList: View {
    ///   let items: StoreRows<Item, CounterAction>
    ///   @State private var ids = RowList<Int>()
    ///
    ///   var body: some View {
    ///     List {
    ///       ForEach(ids, id: \.self) { id in
    ///         StoreView(items.element(id)) { item, dispatch in Text(item?.title ?? "") }
    ///       }
    ///     }
    ///     .subscribe(items) { rows, changes in ids = rows }
    ///   }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The rows to display, for example those returned by `rows(_:where:by:)`. The subscription does not
    ///     retain the store of the rows. The view keeps using the rows with which it appeared until it disappears or
    ///     receives rows of another store. If the rows are filtered by values that change, give the view an `id` that
    ///     changes with these values.
    ///   - observe: Receives the rows and the changes since the last call, on the main actor. The changes are nil in
    ///     the first call, and whenever all rows may have changed.
    nonisolated public func subscribe<Element, Action>(
      _ rows: StoreRows<Element, Action>,
      observe: @escaping @MainActor (_ rows: RowList<Element.ID>, _ changes: [ElementChange<Element.ID>]?) -> Void
    ) -> some View {
      let updates = rows.updates()
      return task(id: rows.store) { @MainActor in
        for await update in updates { observe(update.rows, update.changes) }
      }
    }
  }
#endif
