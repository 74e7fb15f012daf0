import PureduxCore
import PureduxTesting
import Testing

@Suite struct `Reducers with recorded values` {
  private struct Drawn: Sendable, Equatable {
    var ids: [String] = []
    var time: Duration?
  }

  private let store = TestStore {
    StateStore<Drawn, Int>(Drawn()) { state, count in
      state.ids = (0..<count).map { _ in Identity().text }
      state.time = StoreContext.current.clock.now()
    }
  }

  private static let id = "000000000000002a00000000000000ff"

  @Test func `receive identities and times in order, in the action that they belong to`() {
    store.context.provideInputs([.identities(Self.id, count: 2), .time(.seconds(7))], forAction: 2)
    store.send(0) { $0.time = .zero }
    store.send(2) { $0 = Drawn(ids: [Self.id, "000000000000002a0000000000000100"], time: .seconds(7)) }
    store.send(0) { $0 = Drawn(ids: [], time: .zero) }
    store.finish()
  }

  @Test func `receive their own values even if middlewares on the action's path draw values`() {
    let marking = ClosureMiddleware<Drawn, Int> { action, _ in
      let mark = Identity()
      return mark.text.isEmpty ? nil : action
    }
    let store = TestStore {
      StateStore<Drawn, Int>(Drawn(), middleware: marking) { state, count in
        state.ids = (0..<count).map { _ in Identity().text }
      }
    }
    store.context.provideInputs([.identities(Self.id, count: 2)], forAction: 1)
    store.send(2) { $0.ids = [Self.id, "000000000000002a0000000000000100"] }
    store.send(1, .partial)
    #expect(store.state.ids.first.map { $0.prefix(16) != Self.id.prefix(16) } == true)
    store.finish()
  }

  @Test func `draw new values if they request more than were recorded`() {
    store.context.provideInputs([.identity(Self.id)], forAction: 1)
    store.send(3, .partial)
    #expect(store.state.ids.first == Self.id && Set(store.state.ids).count == 3)
    store.finish()
  }

  @Test func `receive nothing from a text that is not a valid identity, which is reported`() {
    let failures = Recorder<String>()
    StoreContext.with {
      $0.failureReporter = FailureReporter { text, _ in failures.record(text) }
    } operation: {
      TestContext().provideInputs([.identity("ff")], forAction: 1)
    }
    #expect(failures.values.count == 1 && failures.values[0].contains("is not a valid identity"))
  }

  @Test func `can start from another state if their store has a state of its own`() {
    let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    store.begin(with: 40)
    store.send(2) { $0 = 42 }
    store.finish()
    let failures = Recorder<String>()
    StoreContext.with {
      $0.failureReporter = FailureReporter { text, _ in failures.record(text) }
    } operation: {
      let part = TestStore { StateStore<Int, Int>(0) { $0 += $1 }.map(state: { $0 }) }
      part.begin(with: 3)
      part.finish()
    }
    #expect(failures.values.first?.contains("no state of its own") == true)
  }
}
