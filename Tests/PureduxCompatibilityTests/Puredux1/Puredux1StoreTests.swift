import PureduxCompatibility
import PureduxCore
import PureduxTesting
import Testing

/// The stores of Puredux 1 behave as before, or as the article says.
@Suite struct Puredux1StoreTests {
  struct State: Sendable { var count = 0, name: String? }
  enum Action: Sendable { case add(Int), name(String?), again }

  @Sendable private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let amount): state.count += amount
    case .name(let name): state.name = name
    case .again: break
    }
  }

  private let runner = ManualRunner()

  @available(*, deprecated)
  private func rootStore(_ queue: StoreQueue = .global()) -> RootStore<State, Action> {
    StoreContext.with({ $0.runner = runner }) {
      RootStore(queue: queue, initialState: State(), reducer: Self.reduce)
    }
  }

  @available(*, deprecated)
  @Test func `interceptors of a root store receive, in order, each action that is reduced after they were set`() {
    let rootStore = rootStore()
    let told = Recorder<String>()
    rootStore.store().dispatch(.add(1))
    runner.runUntilIdle()
    rootStore.interceptActions { told.record("first \($0)") }
    rootStore.interceptActions { action, dispatch in
      told.record("second \(action)")
      if case .again = action { dispatch(.add(100)) }
    }
    rootStore.store().dispatch(.again)
    runner.runUntilIdle()
    #expect(told.values == ["first again", "second again", "first add(100)", "second add(100)"])
    #expect(rootStore.storeFactory.rootStore().state.count == 101)
  }

  @available(*, deprecated)
  @Test @MainActor func `a root store on the main queue reduces before a dispatch on the main thread returns`() {
    let rootStore = RootStore(queue: .main, initialState: State(), reducer: Self.reduce)
    rootStore.store().dispatch(.add(1))
    #expect(rootStore.store().state.count == 1)
  }

  @available(*, deprecated)
  @Test func `a scope shows a part, and an optional scope is silent while its part is missing`() {
    let store = rootStore().store()
    let (counts, names) = (Recorder<Int>(), Recorder<String?>())
    let tokens = [
      store.scope(to: { $0.count }).subscribe { counts.record($0) },
      store.scope(toOptional: { $0.name }).subscribe { names.record($0) },
    ]
    for action: Action in [.add(2), .name("Ada"), .name(nil)] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(counts.values == [0, 2, 2, 2])
    #expect(names.values == ["Ada"])
    for token in tokens { token.cancel() }
  }

  @available(*, deprecated)
  @Test func `a handle with its old name shows the store and does not retain it`() {
    let root = rootStore().store()
    var child: StoreObject<(State, Int), Action>? = root.with(0) { count, _ in count += 1 }
    let weak = child?.weak()
    let handle = child?.store()
    handle?.dispatch(.add(1))
    runner.runUntilIdle()
    #expect(handle?.state.1 == 1)
    #expect(root.state.count == 1)
    child = nil
    #expect(weak?.strong() == nil)
  }

  @available(*, deprecated)
  @Test func `an observer that completes as dead is not called again`() {
    let runner = ManualRunner()
    let root = StoreContext.with({ $0.runner = runner }) {
      RootStore<Int, Int>(initialState: 0, reducer: { $0 += $1 })
    }
    let seen = Recorder<String>()
    let part = root.store().proxy { "\($0)" }
    part.subscribe(
      observer: Observer { state, complete in
        seen.record(state)
        complete(state == "2" ? .dead : .active)
      })
    for _ in 0..<4 { root.store().dispatch(1) }
    runner.runUntilIdle()
    #expect(seen.values == ["0", "1", "2"])
  }
}
