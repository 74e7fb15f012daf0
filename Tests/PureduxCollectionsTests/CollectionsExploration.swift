import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

/// A list in an ordered state, and the same list in an array.
private struct Lists: Codable, Sendable {
  struct Row: Identifiable, Hashable, Codable, Sendable {
    var id: Int
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case append, prepend, remove(Int), grow(Int), rename(Int), toFront(Int), toEnd(Int), sort, reset
  }

  var ordered: OrderedState<Row> = []
  var plain: [Row] = []
  var lastID = 0

  private func index(_ id: Int) -> Int? { plain.firstIndex { $0.id == id } }

  private mutating func makeRow() -> Row {
    lastID += 1
    return Row(id: lastID, count: lastID * 7 % 5)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .append:
      let row = makeRow()
      ordered.append(row)
      plain.append(row)
    case .prepend:
      let row = makeRow()
      ordered.insert(row, at: 0)
      plain.insert(row, at: 0)
    case .remove(let id):
      ordered.remove(id: id)
      plain.removeAll { $0.id == id }
    case .grow(let id):
      ordered[id: id]?.count += 1
      index(id).map { plain[$0].count += 1 }
    case .rename(let id):
      lastID += 1
      ordered[id: id]?.id = lastID
      index(id).map { plain[$0].id = lastID }
    case .toFront(let id):
      ordered.index(id: id).map { ordered.move(from: [$0], to: 0) }
      plain = plain.filter { $0.id == id } + plain.filter { $0.id != id }
    case .toEnd(let id):
      ordered.index(id: id).map { ordered.move(from: [$0], to: ordered.count) }
      plain = plain.filter { $0.id != id } + plain.filter { $0.id == id }
    case .sort:
      ordered.sort { ($0.count, $0.id) < ($1.count, $1.id) }
      plain.sort { ($0.count, $0.id) < ($1.count, $1.id) }
    case .reset:
      ordered.removeAll()
      plain.removeAll()
    }
  }
}

/// What a view shows that receives only splices and changed elements.
private final class Table {
  let store = StateStore<Lists, Lists.Action>(Lists()) { $0.reduce($1) }
  let rows = Guarded<[Lists.Row]>([])
  private let seen = Guarded<OrderedState<Lists.Row>>([])
  private var subscription: StoreSubscription?

  init() {
    subscription = store.subscribe { [rows, seen] state in
      let (old, new) = (seen.withLock { $0 }, state.ordered)
      rows.withLock { rows in
        for splice in new.splices(since: old) {
          rows.replaceSubrange(
            splice.position..<splice.position + splice.removed,
            with: new[splice.position..<splice.position + splice.inserted])
        }
        guard let changes = new.changes(since: old.version) else { return rows = Array(new) }
        for change in changes { new.index(id: change.id).map { rows[$0] = new[$0] } }
      }
      seen.withLock { $0 = new }
    }
  }
}

@Suite struct `The exploration of collections` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: ()) { _ in
      Table()
    } root: { table in
      table.store
    } actions: { lists, _ in
      lists.plain.prefix(6).reduce(into: [.append, .prepend, .sort, .reset]) { actions, row in
        actions += [.remove(row.id), .grow(row.id), .rename(row.id), .toFront(row.id), .toEnd(row.id)]
      }
    } send: { table, action in
      table.store.dispatch(action)
    }
    .always("the list is that of the array", { Array($0.state.ordered) }, equals: { $0.state.plain })
    .always("each id is at its index") { moment in
      moment.state.plain.enumerated().allSatisfy { moment.state.ordered.index(id: $1.id) == $0 }
    }
    .always("a table that applies changes shows the list", { $0.app.rows.withLock { $0 } }, equals: { $0.state.plain })
    .saves(\.self)
    .run(runs: 60, seed: seed)
  }
}
