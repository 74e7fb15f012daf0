import Puredux
import PureduxTesting
import Testing

/// What the document says of the ways of actions and states, one sentence after another.
@Suite struct ChildStoreActionTests {
  private enum Action: Sendable { case add(Int), double, answer }

  private let context = TestContext()
  private let seen = Recorder<String>()
  private let factory: StoreFactory<Int, Action>
  private let child: StateStore<(Int, Int), Action>
  private let sibling: StateStore<(Int, Int), Action>
  private let tokens: [StoreSubscription]

  init() {
    let reduce: Reducer<Int, Action> = { state, action in
      switch action {
      case .add(let number): state += number
      case .double: state *= 2
      case .answer: state += 100
      }
    }
    let seen = seen
    factory = context.run {
      StoreFactory<Int, Action>(
        initialState: 1,
        interceptor: { action, dispatch in if case .double = action { dispatch(.answer) } },
        reducer: reduce)
    }
    child = factory.childStore(initialState: 10, reducer: reduce)
    sibling = factory.childStore(initialState: 20, stateMapping: { ($0, $1) }, reducer: reduce)
    tokens = [
      factory.rootStore().subscribe { seen.record("root \($0)") },
      child.subscribe { seen.record("child \($0)") },
    ]
    context.runUntilIdle()
    seen.removeAll()
  }

  @Test func `an action sent to the root is reduced by the root, and not by its children`() {
    factory.rootStore().dispatch(.add(1))
    context.runUntilIdle()
    #expect(child.state == (2, 10))
    #expect(sibling.state == (2, 20))
  }

  @Test func `an action sent to a child is reduced by the child and the root, and by no other child`() {
    child.dispatch(.add(1))
    context.runUntilIdle()
    #expect(child.state == (2, 11))
    #expect(sibling.state == (2, 20))
  }

  @Test func `a change of the root is told to its observers, and to those of its children`() {
    factory.rootStore().dispatch(.add(1))
    context.runUntilIdle()
    #expect(seen.values == ["root 2", "child (2, 10)"])
  }

  @Test func `a change of a child is told to its observers together with that of the root`() {
    child.dispatch(.add(1))
    context.runUntilIdle()
    #expect(seen.values == ["root 2", "child (2, 11)"])
  }

  @Test func `the interceptor dispatches more actions to the root when the root was sent one`() {
    factory.rootStore().dispatch(.double)
    context.runUntilIdle()
    #expect(child.state == (102, 10))
  }

  @Test func `the interceptor dispatches more actions to the child when the child was sent one`() {
    child.dispatch(.double)
    context.runUntilIdle()
    #expect(child.state == (102, 120))
    #expect(sibling.state == (102, 20))
  }
}
