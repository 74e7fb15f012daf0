import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

private typealias StateType = Equatable & Codable & Sendable

private struct Household: StateType {
  var chores: OrderedState<Chore>
}

private struct Chore: StateType, Identifiable {
  var id: String
  var text: String
}

private enum ChoreAction: Sendable {
  case addChore(text: String)
  case removeChores(at: IndexSet)
  case moveChores(from: IndexSet, to: Int)
}

private final class ChoresReducer: Reducing {
  func reduce(_ state: inout Household, _ action: ChoreAction) {
    switch action {
    case .addChore(let text):
      let id = UUID().uuidString
      state.chores.append(Chore(id: id, text: text))
    case .removeChores(let indexSet):
      state.chores.remove(at: indexSet)
    case .moveChores(let indexSet, let index):
      state.chores.move(from: indexSet, to: index)
    }
  }
}

@Suite struct TodoListTests {
  private func store() -> StateStore<Household, ChoreAction> {
    StateStore(Household(chores: OrderedState()), reducer: ChoresReducer())
  }

  @Test func `an ordered list is appended to, moved in and removed from by actions`() async {
    let store = store()
    for text in ["cook", "sweep", "iron", "shop"] { store.dispatch(.addChore(text: text)) }
    store.dispatch(.moveChores(from: [0, 1], to: 4))
    await store.settled()
    #expect(store.state.chores.map(\.text) == ["iron", "shop", "cook", "sweep"])
    await store.send(.removeChores(at: [1, 2]))
    #expect(store.state.chores.map(\.text) == ["iron", "sweep"])
    #expect(Set(store.state.chores.map(\.id)).count == 2)
  }

  @Test func `the state can be compared and encoded, and keeps its order`() async throws {
    let store = store()
    store.dispatch(.addChore(text: "cook"))
    await store.send(.addChore(text: "sweep"))
    let coded = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(Household.self, from: coded) == store.state)
  }

  @Test func `a state that was read does not change, because only the store's own state does`() async {
    let store = store()
    let before = store.state
    await store.send(.addChore(text: "cook"))
    #expect(before.chores.isEmpty)
    #expect(store.state.chores.count == 1)
  }

  @Test func `each observer of the store is notified of each update`() {
    let context = TestContext()
    let (store, seen) = (context.run { self.store() }, Recorder<[String]>())
    let token = store.subscribe { seen.record($0.chores.map(\.text)) }
    store.dispatch(.addChore(text: "cook"))
    store.dispatch(.removeChores(at: [0]))
    context.runUntilIdle()
    #expect(seen.values == [[], ["cook"], []])
    token.cancel()
  }

  @Test func `logic is tested without an application: a reducer is a function of a state and an action`() {
    var state = Household(chores: [Chore(id: "1", text: "cook"), Chore(id: "2", text: "sweep")])
    ChoresReducer().reduce(&state, .moveChores(from: [1], to: 0))
    #expect(state.chores.map(\.id) == ["2", "1"])
  }
}
