import Puredux

/// A screen that opens at once, and loads what it shows. Leaving it ends the work.
struct Article: Feature, Equatable, Hashable, Identifiable {
  enum Action: Equatable, Sendable { case loaded(String) }

  let id: Int
  var text: String?
  var loading = Effect.State.running()

  mutating func reduce(_ action: Action) {
    switch action {
    case .loaded(let text):
      self.text = text
      loading.succeed()
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "load") { article, dispatch in
      Effect { dispatch(.loaded(try await Dependencies[\.article](article.id))) }
    }
  ]
}

struct Magazine: Feature, Equatable {
  enum Action: Equatable, Sendable { case open(Int), closed(Article.ID), article(Article.Action) }

  var article: Article?

  mutating func reduce(_ action: Action) {
    switch action {
    case .open(let id): article = Article(id: id)
    case .closed(let id): if article?.id == id { article = nil }
    case .article(let action): article?.reduce(action)
    }
  }

  static let effects: Effects = [.part(\.article, Action.article)]
}

extension Dependencies {
  @DependencyEntry var article: @Sendable (_ id: Int) async throws -> String = { id in
    try await StoreContext.current.clock.sleep(.milliseconds(200))
    return "Article \(id)"
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct MagazineView: View {
    let store: StateStore<Magazine, Magazine.Action>
    /// The same state can be displayed as a pushed screen or as a sheet.
    var isSheet = false

    var body: some View {
      StoreView(store, \.article?.id) { _ in
        let shown = store.presenting(\.article) { .closed($0.id) }
        if isSheet {
          Button("Open") { store.dispatch(.open(1)) }.sheet(item: shown) { ArticleView(store: store, article: $0) }
        } else {
          Button("Open") { store.dispatch(.open(1)) }
            .navigationDestination(item: shown) { ArticleView(store: store, article: $0) }
        }
      }
    }
  }

  struct ArticleView: View {
    let store: StateStore<Magazine, Magazine.Action>
    let article: Article

    var body: some View {
      // The last value stays visible while the screen leaves.
      StoreView(store.part(\.article, initial: article, Magazine.Action.article)) { article, _ in
        Text(article.text ?? "Loading")
      }
    }
  }
#endif

extension Study {
  static let navigateAndLoad = Study("navigate-and-load", .navigation, "A screen that opens at once, and then loads") {
    let stage = Stage(StateStore(feature: Magazine()) { $0.reduce($1) }) { magazine in
      magazine.article.map { "article \($0.id): \($0.text ?? "loading")" } ?? "the list"
    }
    await stage.send(.open(1))
    await stage.wait { $0.article?.text != nil }
    await stage.send(.open(2))
    await stage.send(.closed(2))
  }
}
