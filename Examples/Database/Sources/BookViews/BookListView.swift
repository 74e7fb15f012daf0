#if canImport(SwiftUI)
  import BookModel
  import Puredux
  import SwiftUI

  /// A list of any length: the view has the rows of the window, and asks for more at its ends.
  struct BookListView: View {
    let store: StateStore<Shelf, Shelf.Action>
    @State private var ids = RowList<Book.ID>()

    private var rows: StoreRows<Book, Shelf.Action> { store.rows(\.books) }

    var body: some View {
      // On Apple's systems, rather `.searchable(text:)`.
      TextField("Search", text: store.binding(\.text) { .search($0) })
      StoreView(store, { $0.canUndo }) { canUndo in if canUndo { Button("Undo") { store.dispatch(.undo) } } }
      List {
        StoreView(store, { $0.hasEarlier }) { hasEarlier in
          if hasEarlier { ProgressView().onAppear { store.dispatch(.reachedStart) } }
        }
        ForEach(ids, id: \.self) { id in
          StoreView(rows.element(id)) { book, _ in if let book { BookRow(book: book, store: store) } }
        }
        StoreView(store, { $0.hasLater }) { hasLater in
          if hasLater { ProgressView().onAppear { store.dispatch(.reachedEnd) } }
        }
      }
      .subscribe(rows) { rows, _ in ids = rows }
    }
  }

  struct BookRow: View {
    let book: Book
    let store: StateStore<Shelf, Shelf.Action>

    var body: some View {
      Button("\(book.title), \(book.stars) stars") { store.dispatch(.rate(book.id, (book.stars + 1) % 6)) }
    }
  }
#endif
