import Foundation
import PureduxDerived
import PureduxTesting
import Testing

/// A result of the selectors, with a token that reports its release.
private struct Found: Sendable {
  let titles: [String]
  let token: any AnyObject & Sendable
}

/// An observer of a selector, and the values with which it was called.
private final class Reader {
  let selector: Int
  let calls = Recorder<[String]>()
  let token: StoreSubscription

  init(_ selector: Int, of store: StateStore<Found, Bookshop.Action>) {
    self.selector = selector
    token = store.subscribe { [calls] in calls.record($0.titles) }
  }
}

/// A selector whose handles, observers and readers are added and removed, compared with a new computation in each turn.
private struct SelectionModel {
  let runner = ManualRunner()
  let store: StateStore<Bookshop, Bookshop.Action>
  let computed = Recorder<Int>()
  let probe = ReleaseProbe("what a selector keeps")
  let selectors: StoreSelector<Int, Found, Bookshop.Action>
  var handles: [Int: StateStore<Found, Bookshop.Action>] = [:]
  var readers: [Reader] = []
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    store = Bookshop.store(runner)
    selectors = store.selector(for: Int.self, \.books, \.search, \.limit) {
      [computed, probe] books, search, limit, extra in
      computed.record(extra)
      return Found(titles: Bookshop.find(books, search, limit + extra), token: probe.token())
    }
  }

  func plain(_ selector: Int) -> [String] {
    let state = store.state
    return Bookshop.find(state.books, state.search, state.limit + selector)
  }

  mutating func step() {
    let selector = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: handles[selector] = selectors[selector]
    case 1: handles[selector] = nil
    case 2, 3:
      readers.append(Reader(selector, of: handles[selector] ?? selectors[selector]))
      runner.runUntilIdle()
    case 4: if let index = readers.indices.randomElement(using: &random) { readers.remove(at: index) }
    case 5: #expect((handles[selector] ?? selectors[selector]).state.titles == plain(selector))
    case 6: turn(.add("\(Int.random(in: 0..<100, using: &random))"))
    case 7: turn(Bool.random(using: &random) ? .visit : .limit(.random(in: 0..<4, using: &random)))
    default: turn(.search("\(Int.random(in: 0..<4, using: &random))"))
    }
  }

  /// One turn, after which each observer was called once if one of its inputs has changed, with a newly computed value.
  private mutating func turn(_ action: Bookshop.Action) {
    let old = store.state
    for reader in readers { reader.calls.removeAll() }
    computed.removeAll()
    store.dispatch(action)
    runner.runUntilIdle()
    let new = store.state
    let isChanged =
      old.books.version != new.books.version || old.search != new.search || old.limit != new.limit
    for reader in readers { #expect(reader.calls.values == (isChanged ? [plain(reader.selector)] : [])) }
    #expect(computed.values.sorted() == (isChanged ? Set(readers.map(\.selector)).sorted() : []))
  }
}

@Test func `selectors equal a new computation, and compute once for each change, over random lifetimes`() {
  let environment = ProcessInfo.processInfo.environment
  let seed = environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
  print("Selectors beside computing anew: PUREDUX_SEED=\(seed)")
  let steps = environment["PUREDUX_LONG"] == "1" ? 2_500 : environment["PUREDUX_REPEATING"] == "1" ? 500 : 1_000
  for run in 0..<(environment["PUREDUX_LONG"] == "1" ? UInt64(40) : 1) {
    var model = SelectionModel(seed: seed &+ run)
    for _ in 0..<steps { model.step() }
    model.readers = []
    model.handles = [:]
    model.runner.runUntilIdle()
    model.probe.expectReleased()
  }
}
