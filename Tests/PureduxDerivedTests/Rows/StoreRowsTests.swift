import Foundation
import PureduxDerived
@testable import PureduxTesting
import TestSupport
import Testing

private struct Row: Identifiable, Hashable, Sendable {
  var id: Int
  var key = 0
}

private typealias List = OrderedState<Row>
private typealias Edit = @Sendable (inout List) -> Void

/// The rows that an observer received, and a list that was updated only by the received changes.
private struct Shown: Sendable {
  var given: [Int] = []
  var followed: [Int] = []
  var updated: Set<Int> = []
  var calls = 0
  var reloads = 0

  mutating func show(_ rows: RowList<Int>, _ changes: [ElementChange<Int>]?) {
    calls += 1
    given = Array(rows)
    guard let changes else {
      reloads += 1
      followed = given
      updated.formUnion(given)
      return
    }
    for change in changes {
      switch change {
      case .updated(let id, let row): if followed[row] == id { updated.insert(id) }
      case .inserted(let id, let row):
        followed.insert(id, at: row)
        updated.insert(id)
      case .removed(let id, let row): if followed[row] == id { followed.remove(at: row) }
      case .moved(let id, let from, let to):
        if followed[from] == id { followed.insert(followed.remove(at: from), at: to) }
      }
    }
  }
}

@Suite struct StoreRowsTests {
  private let runner = ManualRunner()

  private func makeStore(_ rows: List) -> StateStore<List, Edit> {
    StateStore(rows, runner: runner) { rows, edit in edit(&rows) }
  }

  private func told(
    _ rows: StoreRows<Row, Edit>, after edits: [Edit], in store: StateStore<List, Edit>
  ) -> [[ElementChange<Int>]?] {
    let changes = Recorder<[ElementChange<Int>]?>()
    let token = rows.observe { changes.record($1) }
    for edit in edits { store.dispatch(edit) }
    runner.runUntilIdle()
    withExtendedLifetime(token) {}
    return changes.values
  }

  @Test func `awaiting an update that only the test can cause fails at the line of the sequence`() async {
    let failures = Recorder<String>()
    let context = TestContext.impatient(telling: failures)
    let store = context.run { StateStore<List, Edit>([]) { rows, edit in edit(&rows) } }
    var updates = store.rows(\.self).updates().makeAsyncIterator(); let line = #line
    #expect(await updates.next()?.rows.count == 0)
    store.dispatch { $0.append(Row(id: 7)) }
    #expect(await updates.next()?.rows.count == 1)
    #expect(failures.values.first?.hasPrefix("`await updates` waits for stores of a `TestContext`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    withExtendedLifetime(context) {}
  }

  @Test func `rows in the order of the collection are reported as the collection changes`() {
    let store = makeStore([Row(id: 1), Row(id: 2)])
    let told = told(
      store.rows(\.self),
      after: [
        { $0[id: 2]?.key = 5 }, { _ in }, { $0.append(Row(id: 3)) }, { $0.move(from: [2], to: 0) },
        { $0.sort { $0.id > $1.id } },
      ], in: store)
    #expect(told == [nil, [.updated(2, at: 1)], [.inserted(3, at: 2)], [.moved(3, from: 2, to: 0)], nil])
  }

  @Test func `filtered rows appear and disappear with their condition`() {
    let store = makeStore([Row(id: 1, key: 1), Row(id: 2, key: 2), Row(id: 3, key: 3)])
    let told = told(
      store.rows({ $0 }, where: { $0.key % 2 == 1 }),
      after: [
        { $0[id: 2]?.key = 4 }, { $0[id: 2]?.key = 5 }, { $0[id: 1]?.key = 0 }, { $0[id: 3]?.key = 7 },
        { $0.remove(id: 1) }, { $0.move(from: [1], to: 0) },
      ], in: store)
    #expect(
      told == [nil, [.inserted(2, at: 1)], [.removed(1, at: 0)], [.updated(3, at: 1)], [.moved(3, from: 1, to: 0)]])
  }

  @Test func `sorted rows move with their key, and rows with equal keys keep their order`() {
    let store = makeStore([Row(id: 1, key: 5), Row(id: 2, key: 5), Row(id: 3, key: 1)])
    let rows = store.rows(\.self, by: \.key)
    #expect(Array(rows.current) == [3, 1, 2])
    let told = told(
      rows,
      after: [
        { $0[id: 3]?.key = 5 }, { $0[id: 1]?.key = 6 }, { $0.insert(Row(id: 4, key: 5), at: 0) },
        { $0.move(from: [0], to: 4) }, { $0[id: 4] = nil },
      ], in: store)
    #expect(
      told == [
        nil, [.moved(3, from: 0, to: 2), .updated(3, at: 2)], [.moved(1, from: 0, to: 2), .updated(1, at: 2)],
        [.inserted(4, at: 2)], [.removed(4, at: 2)],
      ])
  }

  @Test func `a row that is removed and inserted again goes behind rows with equal keys`() {
    let store = makeStore([Row(id: 1, key: 5), Row(id: 2, key: 5), Row(id: 3, key: 6)])
    let rows = store.rows(\.self, by: \.key)
    let changes = told(rows, after: [{ $0.append(Row(id: 1, key: 5)) }, { $0[id: 1]?.key = 5 }], in: store)
    #expect(changes == [nil, [.removed(1, at: 0), .inserted(1, at: 1)], [.updated(1, at: 1)]])
  }

  @Test func `rows follow a large list, whose order in memory is another one`() {
    let count = 20_000
    let store = makeStore(List((0..<count).map { Row(id: $0, key: $0 * 7_919 % 20_011) }))
    let rows = [
      store.rows(\.self, by: \.key), store.rows(\.self, where: { $0.key % 3 == 0 }),
      store.rows(\.self, where: { $0.key % 3 == 0 }, by: { -$0.key }),
    ]
    let shown = rows.map { rows in
      let shown = Guarded(Shown())
      return (shown, rows.observe { rows, changes in shown.withLock { $0.show(rows, changes) } })
    }
    runner.runUntilIdle()
    store.dispatch { list in
      list.remove(id: 5)
      list.insert(Row(id: count, key: 30_000), at: 10)
      list.move(from: [100], to: 19_000)
    }
    for id in [0, 6, 99, 100, 101, 9_000, count - 1, count] {
      store.dispatch { $0[id: id]?.key = 40_000 + id }
      store.dispatch { $0[id: id]?.key += 60_000 }
    }
    runner.runUntilIdle()
    for (rows, (shown, _)) in zip(rows, shown) {
      let shown = shown.withLock { $0 }
      #expect(shown.given == Array(rows.current) && shown.followed == shown.given && shown.reloads == 1)
    }
    withExtendedLifetime(shown) {}
  }

  @Test func `a second observer begins with the current rows, and both receive the same changes`() {
    let store = makeStore([Row(id: 1, key: 1)])
    let (rows, seen) = (store.rows(\.self, where: { $0.key > 0 }, by: { -$0.key }), Recorder<String>())
    let first = rows.observe { seen.record("1: \($0) \($1 ?? [])") }
    store.dispatch { $0.append(Row(id: 2, key: 2)) }
    runner.runUntilIdle()
    let second = rows.observe { seen.record("2: \($0) \($1 ?? [])") }
    store.dispatch { $0.remove(id: 1) }
    runner.runUntilIdle()
    #expect(
      seen.values.map { $0.replacingOccurrences(of: "PureduxCore.ElementChange<Swift.Int>.", with: "") } == [
        "1: [1] []", "1: [2, 1] [inserted(2, at: 0)]", "2: [2, 1] []", "1: [2] [removed(1, at: 1)]",
        "2: [2] [removed(1, at: 1)]",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `without observers, neither the condition nor the key is evaluated`() {
    let store = makeStore([Row(id: 1)])
    let asked = Recorder<Int>()
    let rows = store.rows(
      \.self,
      where: { row in
        asked.record(row.id)
        return true
      }, by: \.key)
    store.dispatch { $0.append(Row(id: 2)) }
    runner.runUntilIdle()
    #expect(asked.values == [])
    let token = rows.observe { _, _ in }
    runner.runUntilIdle()
    #expect(asked.values == [1, 2])
    token.cancel()
    store.dispatch { $0[id: 1]?.key = 1 }
    runner.runUntilIdle()
    #expect(asked.values == [1, 2])
  }

  @Test func `keys without an order do not trap`() {
    struct Measured: Identifiable, Sendable { var id: Int, value: Double }
    let store = StateStore<OrderedState<Measured>, [Double]>(
      OrderedState((0..<4).map { Measured(id: $0, value: .nan) }), runner: runner
    ) { list, values in for (index, value) in values.enumerated() { list[index].value = value } }
    let shown = Guarded(Shown())
    let token = store.rows(\.self, by: \.value).observe { rows, changes in shown.withLock { $0.show(rows, changes) } }
    store.dispatch([.nan, 2, .nan, 1])
    store.dispatch([3, .nan, 0, .nan])
    runner.runUntilIdle()
    #expect(shown.withLock { Set($0.given) } == [0, 1, 2, 3] && shown.withLock { $0.given == $0.followed })
    withExtendedLifetime(token) {}
  }

  @Test func `a task that displays the rows receives them until the store is released`() async {
    var store: StateStore<List, Edit>? = StateStore([Row(id: 1)]) { list, edit in edit(&list) }
    func follow(_ rows: StoreRows<Row, Edit>) -> AsyncStream<([Int], [ElementChange<Int>]?)> {
      let (shown, teller) = AsyncStream.makeStream(of: ([Int], [ElementChange<Int>]?).self)
      let updates = rows.updates()
      Task {
        for await update in updates { teller.yield((Array(update.rows), update.changes)) }
        teller.finish()
      }
      return shown
    }
    var shown = store.map { follow($0.rows(\.self)) }?.makeAsyncIterator()
    var update = await shown?.next()
    #expect(update?.0 == [1] && update?.1 == nil)
    await store?.send { $0.append(Row(id: 2)) }
    update = await shown?.next()
    #expect(update?.0 == [1, 2] && update?.1 == [.inserted(2, at: 1)])
    store = nil
    update = await shown?.next()
    #expect(update == nil)
  }

  @Test func `a slow reader of the sequence gets several changes as one update, and the end with the store`() async {
    var store: StateStore<List, Edit>? = makeStore([Row(id: 1)])
    var updates = store?.rows(\.self).updates().makeAsyncIterator()
    runner.runUntilIdle()
    var update = await updates?.next()
    #expect(update.map { Array($0.rows) } == [1] && update?.changes == nil)
    store?.dispatch { $0.append(Row(id: 2)) }
    store?.dispatch { $0.remove(id: 1) }
    runner.runUntilIdle()
    update = await updates?.next()
    #expect(update.map { Array($0.rows) } == [2] && update?.changes == [.inserted(2, at: 1), .removed(1, at: 0)])
    store = nil
    runner.runUntilIdle()
    update = await updates?.next()
    #expect(update == nil)
  }

  @Test func `rows leave nothing behind when their handles and observers are released, in any order`() {
    for order in 0..<4 {
      let probe = ReleaseProbe()
      var store: StateStore<List, Edit>? = makeStore([Row(id: 1)])
      let weak = store?.weak()
      var rows = store?.rows(\.self, by: { [token = probe.token()] row in withExtendedLifetime(token) { row.key } })
      var token = rows?.observe { [token = probe.token()] _, _ in withExtendedLifetime(token) {} }
      runner.runUntilIdle()
      if order % 2 == 0 { rows = nil } else { token = nil }
      if order < 2 { store = nil }
      runner.runUntilIdle()
      if order % 2 == 0 { token = nil } else { rows = nil }
      store = nil
      runner.runUntilIdle()
      #expect(probe.isReleased && weak?.state == nil, "order \(order)")
      withExtendedLifetime((rows, token)) {}
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func `the reported changes result in the rows of compared arrays, over random edits`(run: UInt64) {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["PUREDUX_SEED"].flatMap(UInt64.init).map { $0 &+ run } ?? .random(in: .min ... .max)
    let steps = environment["PUREDUX_LONG"] == "1" ? 10_000 : environment["PUREDUX_REPEATING"] == "1" ? 30 : 60
    var random = SeededGenerator(seed: seed)
    let store = makeStore(List((0..<600).map { Row(id: $0, key: $0 * 7_919 % 601) }))
    let isRow: @Sendable (Row) -> Bool = { $0.key % 3 != 0 }
    let rows = [
      store.rows(\.self), store.rows(\.self, where: isRow), store.rows(\.self, by: \.key),
      store.rows(\.self, where: isRow, by: { -$0.key }),
    ]
    var shown: [(Guarded<Shown>, StoreSubscription?)] = rows.map { _ in (Guarded(Shown()), nil) }
    for step in 0..<steps {
      let watched = Int.random(in: 0..<4, using: &random)
      if shown[watched].1 == nil {
        let state = Guarded(Shown())
        shown[watched] = (state, rows[watched].observe { rows, changes in state.withLock { $0.show(rows, changes) } })
      } else if Int.random(in: 0..<10, using: &random) == 0 {
        shown[watched].1 = nil
      }
      let before = store.state
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let (id, key) = (Int.random(in: 0..<900, using: &random), Int.random(in: 0..<900, using: &random))
        let (kind, place) = (Int.random(in: 0..<100, using: &random), Int.random(in: 0..<800, using: &random))
        store.dispatch { list in
          let place = min(place, list.count)
          switch kind {
          case 0..<40: list[id: id]?.key = key
          case 40..<50: list.append(Row(id: id, key: key))
          case 50..<62: list.insert(Row(id: id, key: key), at: place)
          case 62..<80: list.remove(id: id)
          case 80..<90 where place < list.count: list.move(from: [place], to: min(key, list.count))
          case 90..<94: list[id: id]?.id = key
          case 94..<97: list.insert(contentsOf: (0..<5).map { Row(id: id + $0, key: key) }, at: place)
          case 97 where step % 20 == 0: list.removeAll { $0.key % 11 == 0 }
          case 98 where step % 20 == 0: list.sort { $0.id < $1.id }
          case 99 where step % 50 == 0: list.removeAll()
          default: break
          }
        }
      }
      runner.runUntilIdle()
      let now = store.state
      let changed = Set(now.filter { before[id: $0.id] != $0 }.map(\.id))
      for (index, (shown, token)) in shown.enumerated() where token != nil {
        let wanted = index > 1 ? rows[index].current : RowList()
        let wrong = shown.withLock { shown -> String? in
          defer { shown.updated = [] }
          if index == 0, shown.given != now.map(\.id) { return "not the list" }
          if index == 1, shown.given != now.filter(isRow).map(\.id) { return "not the filtered list" }
          if shown.given != shown.followed { return "the changes give other rows than were given" }
          if index > 1, Set(shown.given) != Set(wanted) || shown.given.count != wanted.count { return "other rows" }
          let keys = shown.given.map { (now[id: $0]?.key ?? 0) * (index == 3 ? -1 : 1) }
          if index > 1, zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) { return "not sorted" }
          if !changed.intersection(shown.given).isSubset(of: shown.updated) { return "a change was not told" }
          return nil
        }
        guard let wrong else { continue }
        Issue.record("seed \(seed), step \(step), rows \(index): \(wrong)")
        return
      }
    }
    let told = shown.map { shown, _ in shown.withLock { $0.calls - $0.reloads } }.reduce(0, +)
    #expect(told > 0, "the rows of seed \(seed) were told of changes one by one")
  }

  @Test func `a change that does not belong to the rows traps`() async {
    await #expect(processExitsWith: .failure) {
      var rows = RowList<Int>()
      rows.apply([.inserted(1, at: 0), .inserted(2, at: 1), .inserted(3, at: 2)])
      rows.apply([.moved(2, from: 1, to: 9)])
    }
    await #expect(processExitsWith: .failure) {
      var rows = RowList<Int>()
      rows.apply([.inserted(1, at: 0), .inserted(2, at: 1), .inserted(3, at: 2)])
      rows.apply([.moved(2, from: 9, to: 1)])
    }
  }
}
