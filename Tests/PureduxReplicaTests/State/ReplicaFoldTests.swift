import PureduxTesting
import Testing

@testable import PureduxReplica

@Suite struct ReplicaFoldTests {
  private let log = ReplicaLog.memory()
  private let context = TestContext()

  private func foreign(
    _ position: UInt64, _ actions: ListAction...
  ) -> ReplicaStep<SharedList, ListAction> {
    let entries = actions.enumerated().map { index, action in
      DecodedEntry(
        id: .init(client: 9, number: position + UInt64(index) + 1),
        inputs: .init(seed: position + UInt64(index), time: 5),
        content: .action(action))
    }
    return .received(DecodedBatch(position: position, entries))
  }

  private func state(_ rules: ListRules, _ actions: ListAction...) -> ReplicaState<SharedList, ListAction> {
    var state = ReplicaState<SharedList, ListAction>(SharedList())
    state.fold.client = 1
    for action in actions { state.reduce(.local(action), rules) }
    return state
  }

  @Test(arguments: [true, false])
  func `an action that is impossible after a rebase stays pending, and is shown again when it is possible`(
    hasParts: Bool
  ) {
    let rules: ListRules = hasParts ? .withParts : .withCopies
    var state = state(rules)
    state.reduce(foreign(0, .add("a")), rules)
    let id = state.items[0].id
    state.reduce(.local(.count(id)), rules)
    #expect(state.items[0].count == 1)
    state.reduce(foreign(1, .remove(id)), rules)
    #expect(state.pending.map(\.isShown) == [false])
    #expect(state.items.isEmpty)
    #expect(state.turns == 2)
    #expect(state.rejection == nil)
  }

  @Test(arguments: [true, false])
  func `a rebased action draws the same values, even if it draws more of them`(hasParts: Bool) {
    let rules: ListRules = hasParts ? .withParts : .withCopies
    var state = state(rules, .addSome("own"))
    let first = state.items.map(\.id)
    state.reduce(foreign(0, .add("foreign")), rules)
    #expect(state.items.map(\.text) == ["foreign", "own0", "own1"])
    #expect(state.items[1].id == first[0])
    let again = state.items.map(\.id)
    state.reduce(foreign(1, .title("t")), rules)
    #expect(state.items.map(\.id) == again)
  }

  @Test func `a batch after a gap is ignored, and entries that are known already are skipped`() {
    var state = state(.withParts)
    state.reduce(foreign(2, .add("late")), .withParts)
    #expect(state.position == 0 && state.items.isEmpty)
    state.reduce(foreign(0, .add("a"), .add("b")), .withParts)
    state.reduce(foreign(1, .add("b again"), .add("c")), .withParts)
    #expect(state.items.map(\.text) == ["a", "b", "c"])
    #expect(state.position == 3)
  }

  @Test func `a collection that a pending action replaced is recovered from the log's snapshot`() {
    let (one, two) = context.run { (ListStore(log), ListStore(log)) }
    one.dispatch(.add("a"))
    context.advance(by: .seconds(10))
    one.dispatch(.replace("r"))
    two.dispatch(.add("b"))
    one.dispatch(.add("c"))
    context.advance(by: .seconds(10))
    #expect(one.state.document == two.state.document)
    #expect(one.state.problem == nil)
    #expect(one.state.isConfirmed && two.state.isConfirmed)
    #expect(one.texts.contains("r"))
  }

  @Test func `a property that is changed without being declared as a part is reported in debug builds`() {
    let store = context.run { ListStore(log, parts: [.elements(\.items), .value(\.turns)]) }
    store.dispatch(.title("t"))
    context.advance(by: .seconds(10))
    #expect(context.misuse.values.map(\.whatHappened).first?.contains("[\"title\"]") == true)
    #expect(context.misuse.values.count == 1)
  }

  @Test func `an action that cannot be encoded is rejected, and those after it are entered`() {
    struct Unencodable: Error {}
    enum Action: Codable, Equatable, Sendable {
      case add(String), bad

      func encode(to encoder: any Encoder) throws {
        guard case .add(let text) = self else { throw Unencodable() }
        try text.encode(to: encoder)
      }

      init(from decoder: any Decoder) throws { self = .add(try String(from: decoder)) }
    }
    let stores = context.run {
      (0..<2).map { _ in
        StateStore<ReplicaState<[String], Action>, Action>(replica: [], in: log) { list, action in
          if case .add(let text) = action { list.append(text) } else { list.append("bad") }
        }
      }
    }
    for action in [Action.add("a"), .bad, .add("b")] { stores[0].dispatch(action) }
    context.advance(by: .seconds(10))
    #expect(stores.map(\.state.document) == [["a", "b"], ["a", "b"]])
    #expect(stores[0].state.rejection?.action == .bad)
    #expect(stores[0].state.rejection?.error is Unencodable)
    #expect(stores[0].state.isConfirmed)
  }

  @Test func `20,000 pending actions are shown, rebased and confirmed without a quadratic step`() {
    var state = state(.withParts)
    let entries = (0..<20_000).map { number in
      DecodedEntry<ListAction>(
        id: .init(client: 7, number: UInt64(number) + 1), inputs: .init(seed: UInt64(number), time: 1),
        content: .action(.title("\(number)")))
    }
    state.reduce(.adopted(entries, isAll: false), .withParts)
    #expect(state.pending.count == 20_000)
    state.reduce(foreign(0, .add("a")), .withParts)
    for first in stride(from: 0, to: 20_000, by: 500) {
      state.reduce(
        .received(DecodedBatch(position: state.position, Array(entries[first..<first + 500]))), .withParts)
    }
    #expect(state.isConfirmed && state.position == 20_001)
    #expect(state.title == "19999")
    #expect(state.turns == 20_001)
  }
}
