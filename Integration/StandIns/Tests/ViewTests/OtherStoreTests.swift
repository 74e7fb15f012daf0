import PureduxBindings
import PureduxCompatibility
import SwiftUI
import Testing

/// Shows the first store, and the other one after a tap.
private struct Switching<Content: View>: View {
  let stores: [StateStore<Library, any Action>]
  let content: (StateStore<Library, any Action>) -> Content
  @State private var shown = 0

  var body: some View {
    content(stores[shown])
    Button("switch") { shown = 1 - shown }
  }
}

private struct Books: ConnectableView {
  func map(state: Library) -> [String]? { state.books }
  func body(props: [String]) -> some View { Text(props.joined(separator: ", ")) }
}

private struct Subscribed: View {
  let store: StateStore<Library, any Action>
  let calls: Count
  @State private var books: [String] = []

  var body: some View {
    Text(books.joined(separator: ", "))
      .subscribe(store, debounceFor: 0) { state in
        books = state.books
        calls.value += 1
      }
  }
}

/// A view that receives another store displays only the new store.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OtherStoreTests {
  private let stores = [Library.store(), Library.store()]

  init() { stores[1].dispatch(AddBook(title: "Ulysses")) }

  private func check<Content: View>(
    _ content: @escaping (StateStore<Library, any Action>) -> Content
  ) async {
    let host = ViewHost(Switching(stores: stores, content: content))
    host.appear()
    await host.until { host.texts.first == "Emma" }
    host.tap("switch")
    await host.until { host.texts.first == "Emma, Ulysses" }
    stores[0].dispatch(AddBook(title: "Dracula"))
    stores[1].dispatch(AddBook(title: "Walden"))
    await host.until { host.texts.first == "Emma, Ulysses, Walden" }
    host.tap("switch")
    await host.until { host.texts.first == "Emma, Dracula" }
    host.remove()
  }

  @Test func `a store view shows a new store`() async {
    await check { store in StoreView(store) { state, _ in Text(state.books.joined(separator: ", ")) } }
  }

  @Test func `a store view shows a new store from the first frame on`() async {
    var frames: [String] = []
    let host = ViewHost(
      Switching(stores: stores) { store in
        StoreView(store, props: { state, _ in state.books.joined(separator: ", ") }) { books in
          frames.append(books)
          return Text(books)
        }
      })
    host.appear()
    // Otherwise, the other store's first frame might display its state before the book was added.
    await stores[1].settled()
    let before = frames.count
    host.tap("switch")
    await host.until { host.texts.first == "Emma, Ulysses" }
    #expect(frames.count > before)
    #expect(frames.dropFirst(before).allSatisfy { $0 == "Emma, Ulysses" })
  }

  @Test func `a view that subscribes shows a new store`() async {
    let calls = Count()
    await check { store in Subscribed(store: store, calls: calls) }
    #expect(calls.value >= 4)
  }

  @Test func `a view with an explicit store shows a new store`() async {
    await check { store in
      ViewWithStore { (state: Library, _: @escaping Dispatch<any Action>) in
        Text(state.books.joined(separator: ", "))
      }
      .store(store)
    }
  }

  @Test func `a view with a store from its environment shows a new store`() async {
    await check { store in
      ViewWithStoreFactory(EnvStoreFactory(rootStore: store)) {
        ViewWithStore { (state: Library, _: @escaping Dispatch<any Action>) in
          Text(state.books.joined(separator: ", "))
        }
      }
    }
  }

  @Test func `a view with a child store below its environment's store shows a new store`() async {
    await check { store in
      ViewWithStoreFactory(EnvStoreFactory(rootStore: store)) {
        ViewWithStore { (books: [String], _: @escaping Dispatch<any Action>) in
          Text(books.joined(separator: ", "))
        }
        .childStore(
          initialState: Selection(), stateMapping: { (library: Library, _: Selection) in library.books },
          reducer: { $0.reduce($1) })
      }
    }
  }

  @Test func `a connected view shows a new store`() async {
    await check { store in Books().provideStore(store) }
  }
}
