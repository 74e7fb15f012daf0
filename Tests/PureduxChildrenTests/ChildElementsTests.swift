import PureduxTesting
import TestSupport
import Testing

@testable import PureduxChildren

/// Which values are elements, and which of their parts are compared.
@Suite struct ChildElementsTests {
  private let runner = ManualRunner()

  @Test func `a collection that counts as one value by mistake is reported`() {
    let reports = StoreContext.recordingMisuse {
      let store = StateStore([1, 2], runner: runner) { (_: inout [Int], _: Int) in }
      let rows = store.children(of: { $0 }) { _, elements in elements }
      runner.runUntilIdle()
      #expect(rows.only == [1, 2])
    }
    #expect(
      reports.values.map(\.howToFix) == [
        "specify an identity, for example `children(of: \\.path, id: \\.self)`"
      ])
  }

  @Test func `a duplicate identity has one child, and is reported once`() {
    let reports = StoreContext.recordingMisuse {
      let store = StateStore([Int](), runner: runner) { (state: inout [Int], action: [Int]) in state = action }
      let rows = store.children(of: { $0 }, id: \.self) { _, id in id }
      for state in [[1, 1], [1, 2, 1], [2, 1]] {
        store.dispatch(state)
        runner.runUntilIdle()
      }
      #expect(rows.all == [2, 1])
    }
    #expect(reports.values.count == 1)
    #expect(reports.values.first?.whatHappened.contains("the element 1 more than once") == true)
  }

  @Test func `inserting or removing an element reads no other element`() {
    let read = Guarded(0)
    let store = StateStore(OrderedState((0..<1_000).map { Numbered(id: $0) }), runner: runner) { list, id in
      if list.remove(id: id) == nil { list.insert(Numbered(id: id), at: list.count / 2) }
    }
    let rows = store.children(
      of: { $0 },
      id: {
        read.withLock { $0 += 1 }
        return $0.id
      }, { _, element in element.id })
    runner.runUntilIdle()
    for id in [2_000, 0, 999, 2_000, 500] {
      read.withLock { $0 = 0 }
      store.dispatch(id)
      runner.runUntilIdle()
      #expect(read.withLock { $0 } <= 1)
      #expect(rows.all == store.state.map(\.id))
    }
  }

  @Test(arguments: [true, false]) func `children agree with a list after any changes`(isOwnID: Bool) {
    let made = Guarded<[Int]>([])
    typealias Change = @Sendable (inout OrderedState<Numbered>) -> Void
    let store = StateStore<OrderedState<Numbered>, Change>([], runner: runner) { list, change in change(&list) }
    let make: @Sendable (StateStore<OrderedState<Numbered>, Change>, Numbered) -> Int = { _, element in
      made.withLock { $0.append(element.id) }
      return element.id
    }
    let rows = isOwnID ? store.children(of: { $0 }, make) : store.children(of: { $0 }, id: { $0.id }, make)
    runner.runUntilIdle()
    var random = SplitMix(state: 7)
    for _ in 0..<2_000 {
      let before = Set(store.state.map(\.id))
      made.withLock { $0 = [] }
      let edits = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (kind: Int.random(in: 0..<5, using: &random), id: Int.random(in: 0..<12, using: &random), place: random.next())
      }
      store.dispatch { list in
        for (kind, id, place) in edits {
          switch kind {
          case 0, 1:
            if list[id: id] == nil { list.insert(Numbered(id: id), at: Int(place % UInt64(list.count + 1))) }
          case 2: _ = list.remove(id: id)
          case 3: list[id: id]?.count += 1
          default:
            if !list.isEmpty {
              list.move(from: [Int(place % UInt64(list.count))], to: Int(place / 7 % UInt64(list.count)))
            }
          }
        }
      }
      runner.runUntilIdle()
      let now = store.state.map(\.id)
      #expect(rows.all == now)
      #expect(rows.ids == now)
      #expect(Set(made.withLock { $0 }) == Set(now).subtracting(before))
    }
  }

  private struct Numbered: Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  private final class Counted: Sendable {
    private let count = Guarded(0)
    func add() { count.withLock { $0 += 1 } }
    func take() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private struct Row: Identifiable, Sendable {
    let number: Int
    let comparisons: Counted
    var title = ""
    var id: Int {
      comparisons.add()
      return number
    }
  }

  @Test func `rows of an ordered state cost nothing if only their contents change, however many there are`() {
    let comparisons = Counted()
    let rows = OrderedState((0..<1000).map { Row(number: $0, comparisons: comparisons) })
    let table = StateStore(rows, runner: runner) { (rows: inout OrderedState<Row>, action: Int) in
      if action < 0 { rows.remove(id: -action) } else { rows[id: action]?.title = "new" }
    }
    let children = table.children(of: { $0 }) { _, row in row.number }
    runner.runUntilIdle()
    #expect(comparisons.take() >= 1000)
    for row in 0..<100 { table.dispatch(row) }
    runner.runUntilIdle()
    #expect(comparisons.take() < 1000)
    table.dispatch(-7)
    runner.runUntilIdle()
    #expect(children.all.count == 999)
    #expect(children[7] == nil)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
