import PureduxTesting
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct ActionBinderTests {
  private struct Props: Equatable {
    @ActionBinding var title: String
    @ActionBinding var add: () -> Void
    @ActionBinding var addNumber: (Int) -> Void
  }

  private let store = Counting.store(runner: .main)

  private func makeProps() -> Props {
    let binder = ActionBinder(dispatch: ActionDispatcher(store))
    return Props(
      title: binder.bind(store.state.title) { CountingAction.name($0) },
      add: binder.bind { CountingAction.add(1) },
      addNumber: binder.bind { CountingAction.add($0) })
  }

  @Test func `a bound value is changed by an action`() {
    let props = makeProps()
    props.title = "typed"
    #expect(store.state.title == "typed")
    #expect(makeProps() != props)
  }

  @Test func `a bound function dispatches an action`() {
    let props = makeProps()
    props.add()
    props.addNumber(4)
    #expect(store.state.count == 5)
    #expect(makeProps() == props)
  }

  @Test func `an action that the store does not take is reported`() {
    let reports = Recorder<Misuse>()
    let store = StoreContext.with { $0.misuseReporter = reports.reporter } operation: { Counting.store() }
    ActionDispatcher(store)("no such action")
    #expect(reports.values.count == 1)
  }
}
