import Puredux

/// A screen that opens when its data has been loaded. The row shows the progress, and a second tap cancels it.
struct Library: Feature, Equatable {
  struct Book: Identifiable, Hashable, Sendable {
    let id: Int
    var text: String
  }

  enum Action: Equatable, Sendable { case tapped(Int), loaded(Book), closed(Book) }

  var wanted: Int?
  var book: Book?
  var loading = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .tapped(let id) where wanted == id:
      wanted = nil
      loading.cancel()
    case .tapped(let id):
      wanted = id
      loading.restart()
    case .loaded(let book):
      (self.book, wanted) = (book, nil)
      loading.succeed()
    case .closed(let shown): if book?.id == shown.id { book = nil }
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "book") { library, dispatch in
      Effect {
        guard let id = library.wanted else { return }
        dispatch(.loaded(Book(id: id, text: try await Dependencies[\.article](id))))
      }
    }
  ]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct LibraryView: View {
    let store: StateStore<Library, Library.Action>

    var body: some View {
      StoreView(store) { library, dispatch in
        VStack {
          ForEach([1, 2], id: \.self) { id in
            Button(library.wanted == id ? "Cancel \(id)" : "Open \(id)") { dispatch(.tapped(id)) }
          }
        }
        // With `sheet(item:)` the same state opens a sheet.
        .navigationDestination(item: store.presenting(\.book) { .closed($0) }) { Text($0.text) }
      }
    }
  }
#endif

extension Study {
  static let loadThenNavigate = Study(
    "load-then-navigate", .navigation, "A screen that opens when its data has been loaded"
  ) {
    let stage = Stage(StateStore(feature: Library()) { $0.reduce($1) }) { library in
      library.book.map { "open: \($0.text)" } ?? library.wanted.map { "loading \($0)" } ?? "the list"
    }
    await stage.send(.tapped(1))
    await stage.send(.tapped(1))
    await stage.send(.tapped(2))
    await stage.wait { $0.book != nil }
  }
}
