import Dispatch
import PureduxBindings
import SwiftUI
import Testing
import UIKit

typealias Command = () -> Void

private struct FancyView: View {
  let title: String
  let didAppear: Command

  var body: some View {
    Text(title)
      .onAppear { didAppear() }
  }
}

extension FancyView {
  init(state: Library, dispatch: @escaping Dispatch<any Action>) {
    self.init(
      title: "\(state.books.count) books, \(state.visits) visits",
      didAppear: { dispatch(Visit()) })
  }

  struct Props {
    let title: String
    let didAppear: Command
  }

  init(props: Props) { self.init(title: props.title, didAppear: props.didAppear) }
}

private struct FancyPresenter {
  func makeProps(state: Library, store: any Store<Library, any Action>) -> FancyView.Props {
    FancyView.Props(title: "\(state.books.count) books", didAppear: { store.dispatch(Visit()) })
  }
}

@MainActor
@Suite struct StoreViewTests {
  private let store = Library.store()
  private var factory: EnvStoreFactory<Library, any Action> { EnvStoreFactory(rootStore: store) }

  @Test func `the first body sees a state`() async {
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

  @Test func `props are made on the presentation queue, but for the first ones`() async {
    let queue = DispatchQueue(label: "props")
    let isThere = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: isThere, value: true)
    let host = ViewHost(
      StoreView(
        store,
        props: { state, _ in "\(state.visits) \(DispatchQueue.getSpecific(key: isThere) ?? false)" },
        presentationQueue: queue, content: { Text($0) }))
    host.appear()
    #expect(host.texts == ["0 false"])
    for visits in 1...3 {
      store.dispatch(Visit())
      await host.until { host.texts == ["\(visits) true"] }
    }
  }

  @Test func `a view is connected to the root store of its environment`() async {
    let host = UIHostingController(
      rootView: ViewWithStoreFactory(factory) {
        ViewWithStore { state, dispatch in
          FancyView(state: state, dispatch: dispatch)
        }
      })
    host.loadViewIfNeeded()
    #expect(host.host.texts == ["1 books, 0 visits"])
    await host.host.until { host.host.texts == ["1 books, 1 visits"] }
  }

  @Test func `a view is connected to a part of the root store`() async {
    let host = ViewHost(
      ViewWithStoreFactory(factory) {
        ViewWithStore { (books: [String], dispatch: @escaping Dispatch<any Action>) in
          Text(books.joined(separator: ", "))
        }
        .scopeStore { (library: Library) in library.books }
      })
    host.appear()
    #expect(host.texts == ["Emma"])
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Emma, Ulysses"] }
  }

  @Test func `a view has a child store of its own, as long as it lives`() async {
    let host = ViewHost(
      ViewWithStoreFactory(factory) {
        ViewWithStore { (text: String, dispatch: @escaping Dispatch<any Action>) in
          Text(text)
          Button("select") { dispatch(Select(title: "Emma")) }
        }
        .childStore(
          initialState: Selection(),
          stateMapping: { (library: Library, selection: Selection) in "\(library.books.count) \(selection.title)" },
          reducer: { selection, action in selection.reduce(action) })
      })
    host.appear()
    #expect(host.texts == ["1 none", "select"])
    host.tap("select")
    await host.until { host.texts == ["1 Emma", "select"] }
  }

  @Test func `a view is connected to a store that it is given`() async {
    let host = ViewHost(
      ViewWithStore(props: FancyPresenter().makeProps) {
        FancyView(props: $0)
      }
      .usePresentationQueue(.main)
      .removeStateDuplicates(.equal { $0.books.count })
      .store(store))
    host.appear()
    #expect(host.texts == ["1 books"])
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["2 books"] }
  }

  @available(*, deprecated)
  @Test func `Puredux 1's names lead to the same views`() async {
    let host = ViewHost(
      StoreProvidingView(rootStore: RootEnvStore(rootStore: store)) {
        FancyView.withEnvStore(
          removeStateDuplicates: .equal { $0.books },
          props: FancyPresenter().makeProps,
          queue: .main,
          content: { FancyView(props: $0) })
        FancyView.with(
          store: store,
          props: FancyPresenter().makeProps,
          content: { FancyView(props: $0) })
      })
    host.appear()
    #expect(host.texts == ["1 books", "1 books"])
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
