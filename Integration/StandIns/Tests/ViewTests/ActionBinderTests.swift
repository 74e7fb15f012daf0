import PureduxBindings
import Testing

@testable import PureduxCompatibility

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

  @Test func `a bound function takes up to six arguments`() {
    let binder = ActionBinder(dispatch: ActionDispatcher(store))
    let two = binder.bind { AddBook(title: "\($0)\($1)") } as ActionBinding<(Int, Int) -> Void>
    let three = binder.bind { AddBook(title: "\($0)\($1)\($2)") } as ActionBinding<(Int, Int, Int) -> Void>
    let four = binder.bind { AddBook(title: "\($0)\($1)\($2)\($3)") } as ActionBinding<(Int, Int, Int, Int) -> Void>
    let five: ActionBinding<(Int, Int, Int, Int, Int) -> Void> =
      binder.bind { AddBook(title: "\($0)\($1)\($2)\($3)\($4)") }
    let six: ActionBinding<(Int, Int, Int, Int, Int, Int) -> Void> =
      binder.bind { AddBook(title: "\($0)\($1)\($2)\($3)\($4)\($5)") }
    two.wrappedValue(1, 2)
    three.wrappedValue(1, 2, 3)
    four.wrappedValue(1, 2, 3, 4)
    five.wrappedValue(1, 2, 3, 4, 5)
    six.wrappedValue(1, 2, 3, 4, 5, 6)
    #expect(store.state.books == ["Emma", "12", "123", "1234", "12345", "123456"])
  }
}
