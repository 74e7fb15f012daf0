import Dispatch
import PureduxBindings
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct StoreViewTests {
  private let store = Library.store()

  @Test func `the first evaluation of a body has a state`() async {
    let seen = Count()
    let host = ViewHost(
      StoreView(store) { state, dispatch in
        seen.value = state.books.count
        return Text(state.books[0])
      })
    host.appear()
    #expect(host.texts == ["Emma"])
    #expect(seen.value == 1)
  }

  @Test func `a part is in the first frame, and its view is evaluated again when the part has changed`() async {
    let (store, bodies) = (Library.store(), Count())
    let host = ViewHost(
      StoreView(store, \.visits, rate: .debounce(0)) { visits in
        bodies.value += 1
        return Text("\(visits) visits")
      })
    host.appear()
    #expect(host.texts == ["0 visits"])
    await store.send(AddBook(title: "Ulysses"))
    await store.send(Visit())
    await host.until { host.texts == ["1 visits"] }
    #expect(bodies.value == 2)
  }

  @Test func `props are created on the presentation queue, from the first frame on`() async {
    let store = patient { Library.store() }
    let queue = DispatchQueue(label: "props")
    let isThere = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: isThere, value: true)
    let host = ViewHost(
      StoreView(
        store,
        props: { state, _ in "\(state.visits) \(DispatchQueue.getSpecific(key: isThere) ?? false)" },
        presentationQueue: queue, content: { Text($0) }))
    host.appear()
    #expect(host.texts == ["0 true"])
    for visits in 1...3 {
      store.dispatch(Visit())
      await host.until { host.texts == ["\(visits) true"] }
    }
  }

  @Test func `a field sees its own change`() async {
    let host = ViewHost(
      StoreView(store) { state, _ in TextField("Search", text: store.binding(\.query) { SetQuery(query: $0) }) })
    host.appear()
    host.type("Em", into: "Search")
    #expect(host.text(in: "Search") == "Em")
    #expect(store.state.query == "Em")
  }
}
