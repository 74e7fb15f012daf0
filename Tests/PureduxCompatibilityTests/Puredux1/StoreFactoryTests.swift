import PureduxCompatibility
import PureduxCore
import PureduxTesting
import Testing

@Suite struct StoreFactoryTests {
  struct State: Sendable { var count = 0, name: String? }
  enum Action: Sendable { case add(Int), name(String?), again }

  @available(*, deprecated)
  private func makeFactory(_ runner: ManualRunner) -> StoreFactory<State, Action> {
    StoreContext.with({ $0.runner = runner }) {
      StoreFactory<State, Action>(
        initialState: State(),
        interceptor: { action, dispatch in if case .again = action { dispatch(.add(100)) } },
        reducer: { state, action in
          switch action {
          case .add(let amount): state.count += amount
          case .name(let name): state.name = name
          case .again: break
          }
        })
    }
  }

  @available(*, deprecated)
  @Test func `all stores of a factory are in one tree`() {
    let runner = ManualRunner()
    let factory = makeFactory(runner)
    let child = factory.childStore(initialState: 0) { count, _ in count += 1 }
    let mapped = factory.childStore(initialState: 5, stateMapping: { "\($0.count) \($1)" }) { local, _ in local += 1 }
    let scope = factory.scopeStore { $0.count }
    let named = factory.scopeStore(to: { $0.name })
    child.dispatch(.add(1))
    mapped.dispatch(.name("Ada"))
    scope.dispatch(.add(1))
    runner.runUntilIdle()
    #expect(factory.rootStore().state.count == 2)
    #expect(child.state.1 == 1)
    #expect(mapped.state == "2 6")
    #expect(scope.state == 2)
    #expect(named.state == "Ada")
  }

  @available(*, deprecated)
  @Test func `an optional scope does not publish nil`() {
    let runner = ManualRunner()
    let factory = makeFactory(runner)
    let seen = Recorder<String?>()
    let scope = factory.scopeStore(toOptional: { $0.name })
    let token = scope.subscribe { seen.record($0) }
    for name in [nil, "Ada", nil, "Grace"] { factory.rootStore().dispatch(.name(name)) }
    runner.runUntilIdle()
    #expect(seen.values == ["Ada", "Grace"])
    #expect(scope.state == "Grace")
    withExtendedLifetime(token) {}
  }

  @available(*, deprecated)
  @Test func `an interceptor dispatches to the store that the action was sent to`() {
    let runner = ManualRunner()
    let factory = makeFactory(runner)
    let child = factory.childStore(initialState: 0) { count, action in
      if case .add(let amount) = action { count += amount }
    }
    child.dispatch(.again)
    runner.runUntilIdle()
    #expect(child.state.1 == 100)
    #expect(factory.rootStore().state.count == 100)
  }
}
