import Dispatch
import PureduxBindings
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

@available(*, deprecated)
private struct OldSearchView: ConnectableView {
  func map(state: Library, binder: ActionBinder) -> ActionBinding<String>? {
    binder.bind(state.query) { SetQuery(query: $0) }
  }

  func body(props: ActionBinding<String>) -> some View { TextField("Search", text: props.toBinding()) }
}

/// The replaced forms of Puredux 1, Puredux 2 and SwiftDux display the same as their replacements.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OldFormsTests {
  private let store = Library.store()

  @available(*, deprecated)
  @Test func `a store view with a labeled store shows props from its queue, for the states that it received`() async {
    let (queue, made) = (DispatchQueue(label: "props"), Recorder<String>())
    let isThere = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: isThere, value: true)
    let view = StoreView(
      store: store,
      props: { state, _ in
        made.record("\(state.visits) \(DispatchQueue.getSpecific(key: isThere) ?? false)")
        return state.books.joined(separator: ", ")
      }, content: { Text($0) })
    let host = ViewHost(view.usePresentationQueue(queue).removeStateDuplicates(.equal { $0.books }))
    host.appear()
    await host.until { host.texts == ["Emma"] }
    store.dispatch(Visit())
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Emma, Ulysses"] }
    #expect(made.values == ["0 true", "1 true"])
  }

  @Test func `content can receive the store instead of a dispatch function`() async {
    let factory = EnvStoreFactory(rootStore: store)
    let host = ViewHost(
      ViewWithStoreFactory(factory) {
        StoreView(store) { (state: Library, store: StateStore<Library, any Action>) in
          Button("add \(state.books.count)") { store.dispatch(AddBook(title: "Ulysses")) }
        }
        ViewWithStore { (state: Library, store: StateStore<Library, any Action>) in
          Text(store.state.books == state.books ? "\(state.books.count)" : "torn")
        }
      })
    host.appear()
    host.tap("add 1")
    await host.until { host.texts.contains("2") }
  }

  @available(*, deprecated)
  @Test func `content can receive the state and the store as one tuple`() async {
    typealias Props = (Library, StateStore<Library, any Action>)
    let factory = EnvStoreFactory(rootStore: store)
    let host = ViewHost(
      ViewWithStoreFactory(factory) {
        StoreView(store: store) { (props: Props) in
          Button("add \(props.0.books.count)") { props.1.dispatch(AddBook(title: "Ulysses")) }
        }
        StoreView(store) { (props: Props) in Text("\(props.0.books.count)") }
        ViewWithStore { (props: Props) in Text(props.0.books.last ?? "none") }
      })
    host.appear()
    #expect(host.texts == ["add 1", "1", "Emma"])
    host.tap("add 1")
    await host.until { host.texts == ["add 2", "2", "Ulysses"] }
  }

  @available(*, deprecated)
  @Test func `a bound value returns its binding by its old name`() async {
    let host = ViewHost(OldSearchView().provideStore(store))
    host.appear()
    host.type("Em", into: "Search")
    await store.settled()
    #expect(store.state.query == "Em")
  }

  @available(*, deprecated)
  @Test func `a factory dispatches to its root, and its optional scope is silent while its part is missing`() {
    let factory = EnvStoreFactory(rootStore: store)
    let seen = Recorder<String?>()
    let token = factory.scopeStore(toOptional: { $0.query.isEmpty ? nil : $0.query }).subscribe { seen.record($0) }
    factory.dispatch(SetQuery(query: "E"))
    factory.dispatch(SetQuery(query: ""))
    factory.dispatch(SetQuery(query: "Em"))
    #expect(seen.values == ["E", "Em"])
    token.cancel()
  }
}
