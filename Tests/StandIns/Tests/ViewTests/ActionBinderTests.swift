import Testing

@testable import PureduxBindings

@MainActor
@Suite struct ActionBinderTests {
  private struct Props: Equatable {
    @ActionBinding var title: String
    @ActionBinding var add: () -> Void
    @ActionBinding var addNumber: (Int) -> Void
  }

  private let store = Library.store()

  private func makeProps() -> Props {
    let binder = ActionBinder(dispatch: ActionDispatcher(store))
    return Props(
      title: binder.bind(store.state.query) { SetQuery(query: $0) },
      add: binder.bind { AddBook(title: "1") },
      addNumber: binder.bind { AddBook(title: "\($0)") })
  }

  @Test func `a bound value is changed by an action`() {
    let props = makeProps()
    props.title = "typed"
    #expect(store.state.query == "typed")
    #expect(makeProps() != props)
  }

  @Test func `a bound function dispatches an action`() {
    let props = makeProps()
    props.add()
    props.addNumber(4)
    #expect(store.state.books == ["Emma", "1", "4"])
    #expect(makeProps() == props)
  }
}
