import Dispatch
import PureduxBindings
import PureduxCompatibility
import SwiftUI
import Testing

/// Modifiers can be applied to views outside of the main actor, like SwiftUI's own.
nonisolated private func modified(_ store: StateStore<Library, any Action>) -> some View {
  Text("here")
    .subscribe(store) { _ in }
    .subscribe(store, options: UpdateOptions(rate: .throttle(1))) { _ in }
    .onAppear(dispatch: Visit())
    .provideStore(store)
}

/// Views can be created there too.
nonisolated private func shown(_ store: StateStore<Library, any Action>) -> some View {
  VStack {
    StoreView(store) { state, _ in Text("\(state.books.count)") }
    StoreView(store) { state, store in Button("visit \(state.visits)") { store.dispatch(Visit()) } }
    StoreView(store, props: { state, _ in state.query }, options: UpdateOptions(presentationQueue: .main)) { query in
      Text("asks \(query)")
    } placeholder: {
      Text("soon")
    }
    EditingView(store, \.query, dispatch: { SetQuery(query: $0) }) { TextField("query", text: $0) }
    ViewWithStoreFactory(EnvStoreFactory(rootStore: store)) {
      ViewWithStore { (title: String, _: @escaping Dispatch<any Action>) in Text(title) }
        .scopeStore { (library: Library) in library.books.joined() }
        .removeStateDuplicates(.equal { $0 })
        .usePresentationQueue(.main)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct IsolationTests {
  @Test func `modifiers that are applied outside of the main actor take effect`() async {
    let store = Library.store()
    let host = ViewHost(modified(store))
    host.appear()
    #expect(host.texts == ["here"])
    #expect(store.state.visits == 1)
  }

  @Test func `views that are created outside of the main actor show their stores`() async {
    let host = ViewHost(shown(Library.store()))
    host.appear()
    #expect(host.texts == ["1", "visit 0", "asks ", "query", "Emma"])
    host.tap("visit 0")
    await host.until { host.texts[1] == "visit 1" }
    host.type("Austen", into: "query")
    await host.until { host.texts[2] == "asks Austen" }
  }
}
