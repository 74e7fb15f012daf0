import Foundation
import PureduxCore
import PureduxTesting
import Testing

/// Names of Puredux 1 and 2 and of SwiftDux do what they did, or what the articles say.
@Suite struct OldNamesTests {
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
  @Test func `interceptors of a root store are told in order of each action that is reduced after they were given`() {
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
  @Test func `a scope shows a part, and one that may be missing is silent while it is`() {
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
  @Test func `handles by the old names of a weak one show the store and do not keep it`() {
    let root = rootStore().store()
    var child: StoreObject<(State, Int), Action>? = root.with(0) { count, _ in count += 1 }
    let weak = child?.weak()
    let handles = [child?.store(), child?.weakStore()].compactMap { $0 }
    for handle in handles { handle.dispatch(.add(1)) }
    runner.runUntilIdle()
    #expect(handles.map(\.state.1) == [2, 2])
    #expect(root.state.count == 2)
    child = nil
    #expect(weak?.strong() == nil)
  }

  @available(*, deprecated)
  @Test func `a predicate compares as the filter does that it is taken from`() {
    let predicate: Equating<State>.Predicate = Equating.equal { $0.count }.predicate
    #expect(predicate(State(count: 1, name: "a"), State(count: 1, name: "b")))
    #expect(!predicate(State(count: 1), State(count: 2)))
  }

  @available(*, deprecated)
  @Test func `an ordered state is made, read and changed by the names of SwiftDux`() {
    var todos = OrderedState(TodoItem(id: "1"), TodoItem(id: "2"), TodoItem(id: "3"))
    #expect(todos.values.map(\.id) == ["1", "2", "3"])
    #expect(todos["2"] == TodoItem(id: "2") && todos.value(forId: "3") == todos[2] && todos["4"] == nil)
    todos["2"]?.text = "milk"
    todos["4"] = TodoItem(id: "4")
    todos["1"] = nil
    todos.remove(forId: "3")
    #expect(todos == [TodoItem(id: "2", text: "milk"), TodoItem(id: "4")])
  }
}

private struct TodoItem: Identifiable, Hashable, Codable, Sendable {
  var id: String
  var text = ""
}
