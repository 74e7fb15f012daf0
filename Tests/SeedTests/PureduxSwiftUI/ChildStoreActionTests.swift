import Puredux
import PureduxCompatibility
import PureduxTesting
import Testing

/// The document's statements about the paths of actions and states, sentence by sentence.
@Suite struct ChildStoreActionTests {
  private enum Action: Sendable { case add(Int), double, answer }

  @available(*, deprecated)
  private struct Family {
    let context = TestContext()
    let seen = Recorder<String>()
    let factory: StoreFactory<Int, Action>
    let child: StateStore<(Int, Int), Action>
    let sibling: StateStore<(Int, Int), Action>
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
  }

  @available(*, deprecated)
  @Test func `an action sent to the root is reduced by the root, and not by its children`() {
    let family = Family()
    family.factory.rootStore().dispatch(.add(1))
    family.context.runUntilIdle()
    #expect(family.child.state == (2, 10))
    #expect(family.sibling.state == (2, 20))
  }

  @available(*, deprecated)
  @Test func `an action sent to a child is reduced by the child and the root, and by no other child`() {
    let family = Family()
    family.child.dispatch(.add(1))
    family.context.runUntilIdle()
    #expect(family.child.state == (2, 11))
    #expect(family.sibling.state == (2, 20))
  }

  @available(*, deprecated)
  @Test func `a change of the root is published to its observers, and to those of its children`() {
    let family = Family()
    family.factory.rootStore().dispatch(.add(1))
    family.context.runUntilIdle()
    #expect(family.seen.values == ["root 2", "child (2, 10)"])
  }

  @available(*, deprecated)
  @Test func `a change of a child is published together with that of the root`() {
    let family = Family()
    family.child.dispatch(.add(1))
    family.context.runUntilIdle()
    #expect(family.seen.values == ["root 2", "child (2, 11)"])
  }

  @available(*, deprecated)
  @Test func `the interceptor dispatches further actions to the root if the root received an action`() {
    let family = Family()
    family.factory.rootStore().dispatch(.double)
    family.context.runUntilIdle()
    #expect(family.child.state == (102, 10))
  }

  @available(*, deprecated)
  @Test func `the interceptor dispatches further actions to the child if the child received an action`() {
    let family = Family()
    family.child.dispatch(.double)
    family.context.runUntilIdle()
    #expect(family.child.state == (102, 120))
    #expect(family.sibling.state == (102, 20))
  }
}
