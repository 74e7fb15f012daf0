import Foundation
import PureduxDerived
import PureduxTesting
import Testing

private struct Row: Identifiable, Hashable, Sendable {
  var id: Int
  var count = 0
}

private struct Screen: Sendable {
  var rows: OrderedState<Row>
  var title = ""
}

private typealias Edit = @Sendable (inout Screen) -> Void

@Suite struct ElementStoreTests {
  private let runner = ManualRunner()

  private func makeStore(_ count: Int = 3) -> StateStore<Screen, Edit> {
    let screen = Screen(rows: OrderedState((0..<count).map { Row(id: $0) }))
    return StateStore(screen, runner: runner) { screen, edit in edit(&screen) }
  }

  @Test func `an observer is called with its element, and only in the turns that changed it`() {
    let (store, seen) = (makeStore(), Recorder<Row?>())
    let token = store.element(\.rows, id: 1).subscribe { seen.record($0) }
    store.dispatch { $0.rows[id: 1]?.count = 5 }
    store.dispatch { $0.rows[id: 2]?.count = 6 }
    store.dispatch { $0.title = "new" }
    store.dispatch { $0.rows.insert(Row(id: 9), at: 0) }
    store.dispatch { $0.rows[id: 1]?.count = 7 }
    runner.runUntilIdle()
    #expect(seen.values == [Row(id: 1), Row(id: 1, count: 5), Row(id: 1, count: 7)])
    withExtendedLifetime(token) {}
  }

  @Test func `an element store shows nil when its element is removed, and the element when it returns`() {
    let (store, seen) = (makeStore(), Recorder<Row?>())
    let element = store.element(\.rows, id: 1)
    let token = element.subscribe { seen.record($0) }
    store.dispatch { $0.rows.remove(id: 1) }
    runner.runUntilIdle()
    #expect(element.state == nil)
    store.dispatch { $0.rows.append(Row(id: 1, count: 2)) }
    store.dispatch { $0.rows[id: 1]?.id = 8 }
    runner.runUntilIdle()
    #expect(seen.values == [Row(id: 1), nil, Row(id: 1, count: 2), nil])
    withExtendedLifetime(token) {}
  }

  @Test func `a child of an element publishes its own changes while the element stays`() {
    let (store, seen) = (makeStore(), Recorder<Int>())
    let child = store.element(\.rows, id: 1).with(0) { local, _ in local += 1 }
    let token = child.subscribe { seen.record($0.1) }
    child.dispatch { $0.title = "new" }
    child.dispatch { $0.rows[id: 1]?.count = 5 }
    runner.runUntilIdle()
    #expect(seen.values == [0, 1, 2])
    #expect(child.state.0?.count == 5)
    withExtendedLifetime(token) {}
  }

  @Test func `several changes of an element in a turn cause one call`() {
    let (store, seen) = (makeStore(), Recorder<Row?>())
    let token = store.element(\.rows, id: 1).subscribe { seen.record($0) }
    store.dispatch { screen in
      for _ in 0..<5 { screen.rows[id: 1]?.count += 1 }
      screen.rows[id: 0]?.count += 1
      let row = screen.rows.remove(id: 1)
      if let row { screen.rows.append(row) }
    }
    runner.runUntilIdle()
    #expect(seen.values == [Row(id: 1), Row(id: 1, count: 5)])
    withExtendedLifetime(token) {}
  }

  @Test func `if the collection has discarded its changes, every observer is called with its element`() {
    let (store, calls) = (makeStore(100), Recorder<Int>())
    let tokens = (0..<100).map { id in
      store.element(\.rows, id: id).subscribe { row in if row?.count == -id { calls.record(id) } }
    }
    runner.runUntilIdle()
    store.dispatch { screen in screen.rows = OrderedState(screen.rows.map { Row(id: $0.id, count: -$0.id) }) }
    runner.runUntilIdle()
    #expect(Set(calls.values) == Set(0..<100))
    withExtendedLifetime(tokens) {}
  }

  @Test func `handles to one element receive the same states, and are released independently`() {
    let (store, seen) = (makeStore(), Recorder<String>())
    let rows = store.rows(\.rows)
    let first = store.element(\.rows, id: 1).subscribe { seen.record("a\($0?.count ?? -1)") }
    let second = rows.element(1).subscribe { seen.record("b\($0?.count ?? -1)") }
    let third = store.element(\.rows, id: 1).map(state: { $0?.count }).subscribe { seen.record("c\($0 ?? -1)") }
    store.dispatch { $0.rows[id: 1]?.count = 1 }
    runner.runUntilIdle()
    first.cancel()
    store.dispatch { $0.rows[id: 1]?.count = 2 }
    runner.runUntilIdle()
    third.cancel()
    store.dispatch { $0.rows[id: 1]?.count = 3 }
    runner.runUntilIdle()
    second.cancel()
    store.dispatch { $0.rows[id: 1]?.count = 4 }
    runner.runUntilIdle()
    #expect(seen.values == ["a0", "b0", "c0", "a1", "b1", "c1", "b2", "c2", "b3"])
  }

  @Test func `an observer that is added while others observe receives nothing twice`() {
    let (store, seen) = (makeStore(), Recorder<String>())
    let first = store.element(\.rows, id: 1).subscribe { seen.record("1: \($0?.count ?? -1)") }
    store.dispatch { $0.rows[id: 2]?.count = 1 }
    runner.runUntilIdle()
    let second = store.element(\.rows, id: 2).subscribe { seen.record("2: \($0?.count ?? -1)") }
    store.dispatch { $0.title = "other" }
    store.dispatch { $0.rows[id: 1]?.count = 1 }
    runner.runUntilIdle()
    #expect(seen.values == ["1: 0", "2: 1", "1: 1"])
    first.cancel()
    second.cancel()
    store.dispatch { $0.rows[id: 1]?.count = 2 }
    runner.runUntilIdle()
    let again = store.element(\.rows, id: 1).subscribe { seen.record("again: \($0?.count ?? -1)") }
    store.dispatch { $0.title = "more" }
    runner.runUntilIdle()
    #expect(seen.values.last == "again: 2" && seen.values.count == 4)
    withExtendedLifetime(again) {}
  }

  @Test func `an element of a part, or of a child store's state, can be observed too`() {
    let (store, seen) = (makeStore(), Recorder<Int>())
    let part = store.map(state: { $0.rows }).map(actions: { (edit: @escaping Edit) in edit })
    let child = store.with(0) { _, _ in }
    let ofPart = part.element(\.self, id: 1).subscribe { seen.record($0?.count ?? -1) }
    let ofChild = child.element(\.0.rows, id: 1).subscribe { seen.record(10 * ($0?.count ?? -1)) }
    store.dispatch { $0.rows[id: 1]?.count = 1 }
    child.dispatch { $0.rows[id: 1]?.count = 2 }
    child.dispatch { $0.title = "no row" }
    runner.runUntilIdle()
    #expect(Set(seen.values) == [0, 1, 2, 10, 20] && seen.values.count == 6)
    withExtendedLifetime((ofPart, ofChild)) {}
  }

  @Test func `its actions reach the store`() {
    let store = makeStore()
    store.element(\.rows, id: 2).dispatch { $0.rows[id: 2]?.count = 4 }
    runner.runUntilIdle()
    #expect(store.state.rows[id: 2]?.count == 4)
  }

  @Test func `a handle keeps the store alive, an observer does not, and nothing is left`() {
    let probe = ReleaseProbe()
    var store: StateStore<Screen, Edit>? = makeStore()
    let weak = store?.weak()
    var element = store?.element(\.rows, id: 1)
    let token = element?.subscribe { [token = probe.token()] _ in withExtendedLifetime(token) {} }
    runner.runUntilIdle()
    store = nil
    #expect(weak?.state != nil)
    element = nil
    #expect(weak?.state == nil)
    runner.runUntilIdle()
    withExtendedLifetime(token) {}
    token?.cancel()
    #expect(probe.isReleased)
  }

  @Test func `no change of one of a thousand observed elements copies the collection`() {
    // Otherwise the state before the turn is retained, and every change copies.
    let store = StoreContext.with({ $0.keepsStateBeforeTurn = false }) { makeStore(1_000) }
    let tokens = (0..<1_000).map { id in store.element(\.rows, id: id).subscribe { _ in } }
    runner.runUntilIdle()
    let place = Recorder<Int>()
    for id in [5, 999] {
      store.dispatch { screen in
        screen.rows[id: id]?.count += 1
        place.record(screen.rows.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
      }
    }
    runner.runUntilIdle()
    #expect(Set(place.values).count == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test(arguments: 0..<UInt64(6))
  func `randomly observed elements are up to date after each turn`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = makeStore(20)
    let shown = Guarded<[Int: Row?]>([:])
    var tokens: [Int: StoreSubscription] = [:]
    for step in 0..<300 {
      let id = Int.random(in: 0..<30, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        if tokens.removeValue(forKey: id) == nil {
          tokens[id] = store.element(\.rows, id: id).subscribe { row in shown.withLock { $0[id] = .some(row) } }
        } else {
          shown.withLock { $0[id] = nil }
        }
      }
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let (other, kind) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<40, using: &random))
        store.dispatch { screen in
          switch kind {
          case 0..<20: screen.rows[id: other]?.count = step
          case 20..<28: screen.rows.append(Row(id: other, count: step))
          case 28..<36: screen.rows.remove(id: other)
          case 36: screen.rows.sort { $0.count < $1.count }
          case 37: screen.rows[id: other]?.id = (other + 1) % 30
          case 38: screen.rows.removeAll { $0.id % 2 == step % 2 }
          default: screen.title = "\(step)"
          }
        }
      }
      runner.runUntilIdle()
      let rows = store.state.rows
      let isRight = shown.withLock { shown in shown.allSatisfy { rows[id: $0.key] == $0.value } }
      guard isRight, shown.withLock({ $0.count }) == tokens.count else {
        Issue.record("seed \(seed), step \(step)")
        return
      }
    }
  }
}
