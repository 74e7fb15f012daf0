import Puredux
import PureduxTesting
import Testing

private protocol Action: Sendable {}

private struct Lend: Action {
  let title: String
}

private struct Shelf: Sendable, Equatable {
  private(set) var lent: [String] = []

  mutating func reduce(_ action: any Action) {
    switch action {
    case let action as Lend:
      lent.append(action.title)
    default:
      break
    }
  }
}

extension SharedStores {
  @StoreEntry fileprivate var shelf = StateStore<Shelf, any Action>(Shelf()) { state, action in
    state.reduce(action)
  }
}

@Suite struct StoreDefinitionTests {
  @Test func `a store holds its initial state until an action changes it by the reducer`() async {
    let store = StateStore<Shelf, any Action>(Shelf()) { state, action in state.reduce(action) }
    #expect(store.state == Shelf())
    await store.send(Lend(title: "Emma"))
    #expect(store.state.lent == ["Emma"])
  }

  @Test func `each new state reaches the observers of a store`() {
    let context = TestContext()
    let store = context.run { StateStore<Shelf, any Action>(Shelf()) { state, action in state.reduce(action) } }
    let (seen, alsoSeen) = (Recorder<[String]>(), Recorder<[String]>())
    let tokens = [store.subscribe { seen.record($0.lent) }, store.subscribe { alsoSeen.record($0.lent) }]
    store.dispatch(Lend(title: "Emma"))
    store.dispatch(Lend(title: "Ulysses"))
    context.runUntilIdle()
    #expect(seen.values == [[], ["Emma"], ["Emma", "Ulysses"]])
    #expect(alsoSeen.values == seen.values)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a shared store is the same wherever it is read`() async {
    await SharedStores[\.shelf].send(Lend(title: "Emma"))
    let handle: StateStore<Shelf, any Action> = SharedStores[\.shelf]
    await handle.send(Lend(title: "Ulysses"))
    #expect(SharedStores[\.shelf].state.lent == ["Emma", "Ulysses"])
  }

  @Test func `the same state and the same actions give the same states, regardless of observers`() async {
    func run(observed: Bool) async -> Shelf {
      let store = StateStore<Shelf, any Action>(Shelf()) { state, action in state.reduce(action) }
      let token = observed ? store.subscribe { _ in } : nil
      for title in ["Emma", "Ulysses", "Emma"] { store.dispatch(Lend(title: title)) }
      await store.settled()
      withExtendedLifetime(token) {}
      return store.state
    }
    let (one, other) = await (run(observed: true), run(observed: false))
    #expect(one == other)
    #expect(one.lent == ["Emma", "Ulysses", "Emma"])
  }
}
