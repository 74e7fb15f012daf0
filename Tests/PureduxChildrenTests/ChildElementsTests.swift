import PureduxTesting
import TestSupport
import Testing

@testable import PureduxChildren

/// What counts as an element, and what is compared of it.
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
        "say what tells its elements apart, for example `children(of: \\.path, id: \\.self)`"
      ])
  }

  @Test func `an identity that is there twice has one child, and is reported once`() {
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

  @Test func `rows of an ordered state that only have another content cost nothing, however many there are`() {
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
