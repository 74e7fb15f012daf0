import PureduxBindings
import SwiftUI
import Testing

private struct StateScreen: View {
  @State var store = Library.store().with(Selection()) { state, action in state.reduce(action) }
  @State var viewState: (Library, Selection)?
  let bodies: Count
  let calls: Count

  var body: some View {
    bodies.value += 1
    return VStack {
      Text(viewState?.0.books.joined(separator: ", ") ?? "nothing")
      Button("select") { store.dispatch(Select(title: "Emma")) }
      Text(viewState?.1.title ?? "nothing")
    }
    .subscribe(store, debounceFor: 0) {
      viewState = $0
      calls.value += 1
    }
    .onAppear { store.dispatch(AddBook(title: "Ulysses")) }
  }
}

private struct PartScreen: View {
  let store: StateStore<Library, any Action>
  let calls: Count
  @State var visits = -1

  var body: some View {
    Text("\(visits) visits")
      .subscribe(store, \.visits, rate: .debounce(0)) {
        visits = $0
        calls.value += 1
      }
  }
}

private struct DuplicatesScreen: View {
  let store: any Store<Library, any Action>
  let calls: Count
  @State var viewState: Library?

  var body: some View {
    Text(viewState?.books.last ?? "nothing")
      .subscribe(
        store: store.eraseToAnyStore(),
        removeStateDuplicates: .equal(\.books),
        debounceFor: 0,
        observe: {
          viewState = $0
          calls.value += 1
        })
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SubscribeTests {
  @Test func `a part is shown when the view appears, and again when the part has changed`() async {
    let (store, calls) = (Library.store(), Count())
    let host = ViewHost(PartScreen(store: store, calls: calls))
    host.appear()
    await host.until { host.texts == ["0 visits"] }
    await store.send(AddBook(title: "Ulysses"))
    await store.send(Visit())
    await host.until { host.texts == ["1 visits"] }
    #expect(calls.value == 2)
  }

  @Test func `a view shows its store's states, from its appearance on`() async {
    let host = ViewHost(StateScreen(bodies: Count(), calls: Count()))
    host.appear()
    await host.until { host.texts == ["Emma, Ulysses", "select", "none"] }
    host.tap("select")
    await host.until { host.texts == ["Emma, Ulysses", "select", "Emma"] }
  }

  @Test func `repeated appearances cause one call for each change`() async {
    let (store, calls) = (Library.store(), Count())
    let host = ViewHost(DuplicatesScreen(store: store, calls: calls))
    for _ in 0..<5 {
      host.appear()
      host.appear()
      host.disappear()
    }
    host.appear()
    await host.until { host.texts == ["Emma"] }
    let before = calls.value
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Ulysses"] }
    #expect(calls.value == before + 1)
  }

  @Test func `nothing is called for a view after it has disappeared`() async {
    let (store, calls) = (Library.store(), Count())
    let host = ViewHost(DuplicatesScreen(store: store, calls: calls))
    let other = Count()
    let fence = ViewHost(DuplicatesScreen(store: store, calls: other))
    host.appear()
    fence.appear()
    await fence.until { fence.texts == ["Emma"] }
    let before = calls.value
    host.remove()
    store.dispatch(AddBook(title: "Ulysses"))
    // The first view would display anything before the second view, which subscribed later.
    await fence.until { fence.texts == ["Ulysses"] }
    #expect(calls.value == before)
    #expect(other.value == before + 1)
  }
}
