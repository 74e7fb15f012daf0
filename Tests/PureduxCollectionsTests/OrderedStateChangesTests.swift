import Foundation
import PureduxCollections
import PureduxCore
import Testing

private struct Row: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var text = ""
}

private func rows(_ ids: Int...) -> OrderedState<Row> { OrderedState(ids.map { Row(id: $0) }) }

@Suite struct OrderedStateChangesTests {
  private var state = rows(1, 2, 3)

  private mutating func changes(_ edit: (inout OrderedState<Row>) -> Void) -> [ElementChange<Int>]? {
    let before = state.version
    edit(&state)
    return state.changes(since: before)
  }

  @Test mutating func `each kind of edit is reported with its identity and position`() {
    #expect(changes { $0[id: 2]?.text = "a" } == [.updated(2, at: 1)])
    #expect(changes { $0[0].text = "b" } == [.updated(1, at: 0)])
    #expect(changes { $0.append(Row(id: 4)) } == [.inserted(4, at: 3)])
    #expect(changes { $0.insert(Row(id: 0), at: 0) } == [.inserted(0, at: 0)])
    #expect(changes { $0.remove(id: 2) } == [.removed(2, at: 2)])
    #expect(changes { $0[id: 3] = nil } == [.removed(3, at: 2)])
    #expect(changes { $0.move(from: [0], to: 3) } == [.moved(0, from: 0, to: 2)])
    #expect(state.map(\.id) == [1, 4, 0])
  }

  @Test mutating func `several edits are reported in order`() {
    let changes = changes {
      $0.insert(contentsOf: [Row(id: 8), Row(id: 9)], at: 1)
      $0.remove(at: IndexSet([0, 3]))
    }
    #expect(changes == [.inserted(8, at: 1), .inserted(9, at: 2), .removed(2, at: 3), .removed(1, at: 0)])
    #expect(state.map(\.id) == [8, 9, 3])
  }

  @Test mutating func `a new identity is reported as a removal and an insertion, after an older element with it`() {
    #expect(changes { $0[id: 3]?.id = 1 } == [.removed(1, at: 0), .removed(3, at: 1), .inserted(1, at: 1)])
    #expect(state.map(\.id) == [2, 1] && state.index(id: 1) == 1 && state.index(id: 3) == nil)
  }

  @Test mutating func `an element is found at the position in its change, or by its id if it has moved`() {
    let told = changes { $0.move(from: [0], to: 3) } ?? []
    #expect(told.map(\.position) == [2] && state.index(id: 1, expectedAt: 2) == 2)
    let earlier = changes {
      $0[id: 3]?.text = "a"
      $0.remove(id: 2)
    }
    #expect(earlier?.map(\.position) == [1, 0])
    #expect(state.index(id: 3, expectedAt: 1) == 0 && state.index(id: 2, expectedAt: 0) == nil)
    #expect(state.index(id: 3, expectedAt: -1) == 0 && state.index(id: 3, expectedAt: .max) == 0)
  }

  @Test mutating func `an operation without a change keeps the version`() {
    let before = state.version
    _ = state[id: 2]?.text
    if let row = state[id: 2] { #expect(row.text.isEmpty) }
    state.remove(id: 7)
    state.removeAll { $0.id > 7 }
    state.remove(at: IndexSet())
    state.move(from: [1], to: 2)
    state.sort { $0.id < $1.id }
    state.append(contentsOf: [])
    #expect(state.version == before && state.changes(since: before) == [])
    #expect(state.filter { _ in true }.version == before)
  }

  @Test mutating func `a change to everything is not reported element by element`() {
    #expect(changes { $0.sort { $0.id > $1.id } } == nil)
    #expect(changes { $0.move(from: [0, 1], to: 3) } == nil)
    #expect(changes { $0 = rows(1, 2, 3) } == nil)
    state = OrderedState((0..<100).map { Row(id: $0) })
    #expect(changes { $0.removeAll { $0.id < 40 } } == nil)
  }

  @Test mutating func `up to 64 of the latest changes are kept, and fewer of a small collection`() {
    let versions = (0..<70).map { number in
      defer { state[id: 2]?.text = "\(number)" }
      return state.version
    }
    #expect(versions.last.flatMap { state.changes(since: $0) } == [.updated(2, at: 1)])
    let known = versions.filter { state.changes(since: $0) != nil }
    #expect(known == versions.suffix(known.count) && known.count == 4)

    state = OrderedState((0..<1_000).map { Row(id: $0) })
    let many = (0..<70).map { number in
      defer { state[id: number]?.text = "new" }
      return state.version
    }
    #expect(many.filter { state.changes(since: $0) != nil }.count == 64)
    #expect(state.changes(since: many[6])?.map(\.id) == Array(6..<70))
  }

  @Test mutating func `diverged copies never have equal versions, and report only their own past`() {
    let common = state.version
    var other = state
    #expect(other.version == state.version)
    state[id: 1]?.text = "one"
    other[id: 1]?.text = "one"
    #expect(other == state && other.version != state.version)
    #expect(state.changes(since: other.version) == nil)
    #expect(state.changes(since: common) == [.updated(1, at: 0)])
    other.remove(id: 2)
    #expect(other.changes(since: common) == [.updated(1, at: 0), .removed(2, at: 1)])
  }

  @Test mutating func `a change that throws is reported too`() {
    struct Stop: Error {}
    func edit(_ row: inout Row?) throws {
      row?.text = "half"
      throw Stop()
    }
    let before = state.version
    #expect(throws: Stop.self) { try edit(&state[id: 3]) }
    #expect(state[id: 3]?.text == "half" && state.changes(since: before) == [.updated(3, at: 2)])
  }

  @Test func `all empty collections have the same version`() {
    var emptied = rows(1)
    emptied.removeAll()
    #expect(OrderedState<Row>().version == .empty && emptied.version == .empty)
    #expect(OrderedState<Row>([]).version == .empty)
    var grown = OrderedState<Row>()
    grown.append(Row(id: 1))
    #expect(grown.changes(since: .empty) == [.inserted(1, at: 0)])
  }

  @Test mutating func `encoding, equality, hashes and descriptions ignore the version`() throws {
    state[id: 1]?.text = "edited"
    let back = try JSONDecoder().decode(OrderedState<Row>.self, from: JSONEncoder().encode(state))
    #expect(back == state && back.hashValue == state.hashValue && back.version != state.version)
    #expect(back.description == state.description && "\(Mirror(reflecting: back).children.count)" == "3")
  }

  @Test mutating func `the journal does not keep removed elements alive`() {
    final class Box: Sendable {}
    struct Holder: Identifiable { let id: Int, box: Box }
    var holders: OrderedState<Holder> = []
    weak var box: Box?
    do {
      let made = Box()
      box = made
      holders.append(Holder(id: 1, box: made))
    }
    #expect(box != nil)
    holders.remove(id: 1)
    #expect(box == nil)
  }
}
