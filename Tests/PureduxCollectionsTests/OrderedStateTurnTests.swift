import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

private struct Row: Identifiable, Hashable, Sendable {
  var id: Int
  var value = 0
}

private typealias Rows = OrderedState<Row>
private typealias Edit = @Sendable (inout Rows) -> Void

/// Follows a list from turn to turn, as lists and effects do: it retains the version, not the list.
private final class Follower: @unchecked Sendable {
  // SAFETY: used by one manual runner, on the thread of the test.
  private(set) var ids: [Int]
  private(set) var changes: [ElementChange<Int>]?
  private var version: Version

  init(_ rows: Rows) { (ids, version) = (rows.map(\.id), rows.version) }

  func follow(_ rows: Rows) {
    changes = rows.changes(since: version)
    version = rows.version
    for change in changes ?? [] {
      switch change {
      case .updated(let id, let position): precondition(ids[position] == id)
      case .inserted(let id, let position): ids.insert(id, at: position)
      case .removed(let id, let position): precondition(ids.remove(at: position) == id)
      case .moved(let id, let from, let to): ids.insert(ids.remove(at: from), at: to); precondition(ids[to] == id)
      }
    }
    if changes == nil { ids = rows.map(\.id) }
  }
}

@Suite struct OrderedStateTurnTests {
  private let runner = ManualRunner()
  private let store: StateStore<Rows, Edit>
  private let follower: Follower
  private let token: StoreSubscription

  init() {
    let rows = Rows((0..<1_000).map { Row(id: $0) })
    let follower = Follower(rows)
    store = StateStore(rows, runner: runner) { $1(&$0) }
    self.follower = follower
    token = store.subscribe { follower.follow($0) }
    runner.runUntilIdle()
  }

  private func perform(_ edit: @escaping Edit) {
    store.dispatch(edit)
    runner.runUntilIdle()
  }

  @Test func `a follower of each turn receives all changes of the turn`() {
    perform { rows in for id in 0..<100 { rows[id: id]?.value += 1 } }
    #expect(follower.changes == (0..<100).map { .updated($0, at: $0) })
    perform { rows in for id in 0..<70 { rows[id: id]?.value += 1 } }
    #expect(follower.changes?.count == 70)
    perform { $0[id: 1]?.value += 1 }
    #expect(follower.changes == [.updated(1, at: 1)])
  }

  @Test func `elements inserted or removed at once are reported too`() {
    perform { $0.insert(contentsOf: (2_000..<2_100).map { Row(id: $0) }, at: 500) }
    #expect(follower.changes == (0..<100).map { .inserted(2_000 + $0, at: 500 + $0) })
    perform { rows in rows.removeAll { $0.id >= 2_000 } }
    #expect(follower.changes?.count == 100 && follower.ids == Array(0..<1_000))
  }

  @Test func `only the last changes of a turn that changes most elements are kept`() {
    perform { rows in for id in 0..<1_000 { rows[id: id]?.value += 1 } }
    #expect(follower.changes == nil)
    perform { rows in rows.removeAll { $0.id % 2 == 0 } }
    #expect(follower.changes == nil && follower.ids.count == 500)
  }

  @Test func `the next turn begins with the last 64 changes again`() {
    let before = store.state.version
    perform { rows in for id in 0..<100 { rows[id: id]?.value += 1 } }
    #expect(store.state.changes(since: before)?.count == 100)
    perform { $0[id: 1]?.value += 1 }
    #expect(store.state.changes(since: before) == nil)
  }

  @Test func `outside of turns 64 changes are kept`() {
    var rows = store.state
    let before = rows.version
    for id in 0..<64 { rows[id: id]?.value += 1 }
    #expect(rows.changes(since: before)?.count == 64)
    rows[id: 64]?.value += 1
    #expect(rows.changes(since: before) == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `followers have the order of the list after turns of many random edits`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var kept: [Rows] = []
    let turns = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 1_000 : 100
    for turn in 0..<turns {
      let edits: [Edit] = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        let (id, kind) = (Int.random(in: 0..<2_000, using: &random), Int.random(in: 0..<100, using: &random))
        return { rows in
          switch kind {
          case 0..<70: rows[id: id]?.value += 1
          case 70..<80: rows.append(Row(id: id))
          case 80..<88: rows.insert(Row(id: id), at: id % (rows.count + 1))
          case 88..<98: rows.remove(id: id)
          case 98: if let from = rows.index(id: id) { rows.move(from: [from], to: id % (rows.count + 1)) }
          default: rows[id: id]?.id = id ^ 1
          }
        }
      }
      // While a copy is retained, the next change copies the journal.
      if turn % 3 == 0 { kept = [store.state] }
      if turn % 5 == 0 { kept = [] }
      perform { rows in for edit in edits { edit(&rows) } }
      #expect(follower.ids == store.state.map(\.id), "in turn \(turn)")
    }
    withExtendedLifetime(kept) {}
  }
}
