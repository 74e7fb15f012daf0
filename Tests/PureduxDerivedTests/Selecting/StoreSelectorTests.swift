import PureduxTesting
import Testing

@testable import PureduxDerived

@Suite struct StoreSelectorTests {
  private let runner = ManualRunner()
  private let computed = Recorder<Int>()
  private let store: StateStore<Bookshop, Bookshop.Action>

  init() { store = Bookshop.store(runner) }

  private func makeLines() -> StoreSelector<Int, String?, Bookshop.Action> {
    store.selector(for: Int.self, \.books) { [computed] books, number in
      computed.record(number)
      return number < books.titles.count ? books.titles[number] : nil
    }
  }

  private func perform(_ actions: Bookshop.Action...) {
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
  }

  @Test func `handles for equal arguments share one computation`() {
    let lines = makeLines()
    let copy = lines
    let calls = Recorder<String?>()
    let tokens =
      (0..<10).map { lines[$0 % 2].subscribe { calls.record($0) } }
      + [copy[1].subscribe { calls.record($0) }]
    perform(.add("Emma"), .visit)
    #expect(computed.values.sorted() == [0, 0, 1, 1])
    #expect(calls.values.count == 22)
    #expect(lines[0].state == "Emma" && lines[1].state == nil && computed.values.count == 4)
    withExtendedLifetime(tokens) {}
  }

  @Test func `a computation whose inputs depend on its argument follows that argument only`() {
    let evens = store.selector(for: Int.self, when: { $0.visits / $1 }) { [computed] state, divisor in
      computed.record(divisor)
      return state.visits / divisor
    }
    let tokens = [evens[2].subscribe { _ in }, evens[5].subscribe { _ in }]
    perform(.visit, .visit, .visit, .visit, .visit)
    #expect(computed.values == [2, 5, 2, 2, 5])
    #expect(evens[2].state == 2 && evens[5].state == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func `two and three inputs are followed`() {
    let two = store.selector(for: String.self, \.search, \.limit) { "\($2)\($0)\($1)" }
    let three = store.selector(for: String.self, \.search, \.limit, \.visits) { "\($3)\($0)\($1)\($2)" }
    let calls = Recorder<String>()
    let tokens = [two["a"].subscribe { calls.record($0) }, three["b"].subscribe { calls.record($0) }]
    perform(.search("x"), .limit(3), .visit)
    #expect(calls.values == ["a10", "b100", "ax10", "bx100", "ax3", "bx30", "bx31"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a computation is released with its last handle, and the next one starts over`() {
    let probe = ReleaseProbe("the result")
    let lines = store.selector(for: Int.self, \.books) { [computed] _, number in
      computed.record(number)
      return Result(number: number, token: probe.token())
    }
    for number in 0..<1_000 { _ = lines[number].state }
    probe.expectReleased()
    computed.removeAll()
    var first: StateStore? = lines[7]
    let second = first?.map(state: { $0.number })
    let token = lines[7].map(state: { $0.token }).subscribe { _ in }
    _ = first?.state
    first = nil
    perform(.visit)
    #expect(lines[7].state.number == 7 && computed.values == [7])
    token.cancel()
    #expect(second?.state == 7 && !probe.isReleased && computed.values == [7])
  }

  @Test func `the table of computations is empty when no handle is left`() {
    let table = SelectionTable<Int, Bookshop, Int>()
    func make(_ argument: Int) -> (Selection<Bookshop, Int>, Audience<Int>) {
      let (token, number) = table.makeToken(for: argument)
      let selection = store.node.makeSelection(nil, whenChanged: .neverEqual, token: token) { $0.visits }
      return table.insert(selection, store.node.audience(of: selection), for: argument, number: number)
    }
    var inUse = (0..<100).map(make)
    #expect(table.count == 100)
    // Two threads may do this at the same time: they share the selection that was added first.
    #expect(make(3).0 === inUse[3].0 && table.find(3)?.selection === inUse[3].0)
    inUse.removeLast(60)
    #expect(table.count == 40 && table.find(50) == nil)
    inUse = []
    #expect(table.count == 0)
  }
}

private struct Result: Sendable {
  let number: Int
  let token: any AnyObject & Sendable
}
