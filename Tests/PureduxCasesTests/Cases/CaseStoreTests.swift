import PureduxCases
import PureduxTesting
import Testing

@Cases
private enum ListAction: Sendable, Equatable {
  case add(String)
  case clear
}

struct CaseStoreTests {
  private let store = StateStore<[String], ListAction>([]) { state, action in
    switch action {
    case .add(let text): state.append(text)
    case .clear: state = []
    }
  }

  @Test func `a store accepts the payload of a case as its actions`() async {
    let texts = store.map(actions: \.add)
    await texts.send("milk")
    await store.send(.add("bread"))
    #expect(store.state == ["milk", "bread"])
    #expect(texts.state == ["milk", "bread"])
  }

  @Test func `a middleware above sees the action of the store`() async {
    let seen = Recorder<ListAction>()
    let watched = StateStore<[String], ListAction>(
      [],
      middleware: ClosureMiddleware { action, _ in
        seen.record(action)
        return action
      }
    ) { state, action in
      if case .add(let text) = action { state.append(text) }
    }
    await watched.map(actions: \.add).send("milk")
    #expect(seen.values == [.add("milk")])
    #expect(watched.state == ["milk"])
  }
}
