#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Shows the rows of a list, while the view is on the screen.
    ///
    /// Keep the rows that it is given, and show `rows.element(_:)` in each row. Then an element that changes evaluates the
    /// view of its row and no other.
    ///
    /// ```swift
    /// import Puredux
    ///
    /// struct SongList: View {
    ///   let songs: StoreRows<Song, PlayerAction>
    ///   @State private var ids = RowList<Int>()
    ///
    ///   var body: some View {
    ///     List {
    ///       ForEach(ids, id: \.self) { id in
    ///         StoreView(songs.element(id)) { song, dispatch in Text(song?.title ?? "") }
    ///       }
    ///     }
    ///     .subscribe(songs) { rows, changes in ids = rows }
    ///   }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The rows that are shown, for example those of `rows(_:where:by:)`. The subscription does not keep their store alive. What was shown first stays until
    ///     the view disappears or is given rows of another store, so give the view an `id` if the rows are filtered by
    ///     values that change.
    ///   - observe: Shows the rows, on the main actor, with what happened since it was called last. Those changes are nil
    ///     at first, and where every row may have changed.
    nonisolated public func subscribe<List: StoreList>(
      _ rows: List, observe: @escaping @MainActor (_ rows: List.Rows, _ changes: [ElementChange<List.ID>]?) -> Void
    ) -> some View {
      let showUpdates = rows.showUpdates
      return task(id: rows.store) { @MainActor in await showUpdates(observe) }
    }
  }
#endif
