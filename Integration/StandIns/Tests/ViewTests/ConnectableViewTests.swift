import PureduxBindings
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

private struct Title: Identifiable, Equatable {
  let id: String
}

private struct BooksView: ConnectableView {
  let bodies: Count

  struct Props: Equatable {
    var titles: [Title]
  }

  func map(state: Library) -> Props? {
    Props(titles: state.books.map(Title.init))
  }

  func body(props: Props) -> some View {
    bodies.value += 1
    return List {
      ForEach(props.titles) { title in Text(title.id) }
    }
  }
}

private struct SearchView: ConnectableView {
  struct Props: Equatable {
    var titles: [String]
    @ActionBinding var query: String
    @ActionBinding var add: () -> Void
  }

  func map(state: Library, binder: ActionBinder) -> Props? {
    Props(
      titles: state.books,
      query: binder.bind(state.query) { SetQuery(query: $0) },
      add: binder.bind { AddBook(title: "Ulysses") })
  }

  func body(props: Props) -> some View {
    List {
      TextField("Search", text: props.$query)
      Text(props.titles.joined(separator: ", ") + "?" + props.query)
      Button("add") { props.add() }
    }
  }
}

/// Its props are not `Equatable`, so the view implements the comparison itself.
private struct TitlesView: ConnectableView {
  let bodies: Count

  struct Props {
    let titles: [String]
    let visit: () -> Void
  }

  func map(state: Library) -> Props? {
    if state.books.isEmpty { return nil }
    return Props(titles: state.books, visit: {})
  }

  func areSame(_ one: Props, _ other: Props) -> Bool { one.titles == other.titles }

  func body(props: Props) -> some View {
    bodies.value += 1
    return Text(props.titles.joined(separator: ", "))
  }
}

private struct VisitButton: View {
  @Environment(\.actionDispatcher) private var dispatch

  var body: some View {
    Button("visit") { dispatch(Visit()) }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ConnectableViewTests {
  private let store = Library.store()

  @Test func `a connected view can define when props that cannot be compared are the same`() async {
    let bodies = Count()
    let host = ViewHost(TitlesView(bodies: bodies).provideStore(store))
    host.appear()
    #expect(host.texts == ["Emma"])
    store.dispatch(Visit())
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Emma, Ulysses"] }
    #expect(bodies.value == 2)
  }

  @Test func `a connected view shows props from the first frame on, and again when they have changed`() async {
    let bodies = Count()
    let host = ViewHost(BooksView(bodies: bodies).provideStore(store))
    host.appear()
    #expect(host.texts == ["Emma"])
    store.dispatch(Visit())
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Emma", "Ulysses"] }
    #expect(bodies.value == 2)
  }

  @Test func `the props of a connected view are bound to actions`() async {
    let host = ViewHost(SearchView().provideStore(store))
    host.appear()
    host.type("Em", into: "Search")
    host.tap("add")
    await host.until { host.texts.contains("Emma, Ulysses?Em") }
  }

  @Test func `nested views dispatch, and dispatch when they appear`() async {
    let host = ViewHost(VisitButton().onAppear(dispatch: Visit()).provideStore(store))
    host.appear()
    #expect(store.state.visits == 1)
    host.tap("visit")
    #expect(store.state.visits == 2)
  }

  @Test func `a view without its store shows nothing, and that is reported`() {
    let reports = Recorder<Misuse>()
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      let host = ViewHost(BooksView(bodies: Count()))
      host.appear()
      #expect(host.texts == [])
    }
    #expect(reports.values.count == 1)
  }
}
