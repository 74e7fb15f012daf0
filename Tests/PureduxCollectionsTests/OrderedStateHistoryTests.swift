import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import Testing

private struct Cell: Identifiable, Hashable, Sendable {
  var id: Int
  var value: Int
}

/// Copies of ordered states, with their past versions and contents.
///
/// The copies are edited at random and copied over each other.
private struct Histories {
  private static let ids = 0..<60

  private(set) var copies: [OrderedState<Cell>] = [OrderedState()]
  private var snapshots: [OrderedState<Cell>] = [OrderedState()]
  private var contents: [Version: [Cell]] = [.empty: []]
  private(set) var (asked, answered, told, seenAgain) = (0, 0, 0, 0)
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func cell(_ value: Int) -> Cell { Cell(id: number(Self.ids), value: value) }

  /// Makes one random edit to one copy. Returns a description of any violation.
  mutating func step(_ value: Int) -> String? {
    let chosen = number(0..<copies.count)
    var state = OrderedState<Cell>()
    swap(&state, &copies[chosen])
    edit(&state, value)
    swap(&state, &copies[chosen])
    switch number(0..<100) {
    case 0..<3: copies.append(copies[chosen])
    case 3: copies[number(0..<copies.count)] = OrderedState((0..<number(0..<30)).map { Cell(id: $0, value: value) })
    case 4..<30: snapshots.append(copies[chosen])
    default: break
    }
    if copies.count > 4 { copies.remove(at: number(0..<copies.count)) }
    if snapshots.count > 16 { snapshots.removeFirst() }
    return check(copies[min(chosen, copies.count - 1)])
  }

  private mutating func edit(_ state: inout OrderedState<Cell>, _ value: Int) {
    let (count, id) = (state.count, number(Self.ids))
    let (place, position) = (number(0..<count + 1), count == 0 ? 0 : number(0..<count))
    let mayGrow = count < 40
    switch number(0..<100) {
    case 0..<25: state[id: id]?.value = value
    case 25..<38 where count > 0: state[position].value = value
    case 38..<46 where mayGrow: state.append(cell(value))
    case 46..<51 where mayGrow: state.insert(cell(value), at: place)
    case 51..<53 where mayGrow: state.insert(cell(value), at: 0)
    case 53..<62: state.remove(id: id)
    case 62..<65 where count > 0: state.remove(at: position)
    case 65..<72 where count > 0: state.move(from: [position], to: place)
    case 72..<76: state[id: id]?.id = number(Self.ids)
    case 76..<80 where count > 0: state[position] = cell(value)
    case 80: state.sort { $0.value < $1.value }
    case 81..<83: state.removeAll { $0.value % 7 == 0 }
    case 83..<85 where count > 3: state.remove(at: IndexSet([0, count / 2, count - 1]))
    case 85 where number(0..<4) == 0: state.removeAll()
    case 86..<89 where mayGrow: state.insert(contentsOf: (0..<3).map { _ in cell(value) }, at: place)
    case 89 where count > 3: state.move(from: [0, count - 1], to: count / 2)
    case 90..<92: state[id: id] = nil
    case 92..<95 where mayGrow: state[id: id] = cell(value)
    case 95: state = state.filter { $0.value % 5 != 0 }
    case 96: state.append(contentsOf: [cell(value), cell(value)])
    default: break
    }
  }

  private mutating func check(_ now: OrderedState<Cell>) -> String? {
    if let seen = contents[now.version] {
      seenAgain += 1
      guard seen == now.elements else { return "equal versions, other contents: \(seen) and \(now)" }
    } else {
      if contents.count > 100_000 { contents = [.empty: []] }
      contents[now.version] = now.elements
    }
    for _ in 0..<2 {
      let old = snapshots[number(0..<snapshots.count)]
      asked += 1
      guard let changes = now.changes(since: old.version) else { continue }
      answered += 1
      told += changes.count
      guard Self.apply(changes, to: old, gives: now) else { return "\(old) with \(changes) is not \(now)" }
    }
    return nil
  }

  /// The contents of reported elements are unknown; all other elements must be unchanged, at the positions that the
  /// changes imply.
  private static func apply(
    _ changes: [ElementChange<Int>], to old: OrderedState<Cell>, gives new: OrderedState<Cell>
  ) -> Bool {
    var rows: [(id: Int, cell: Cell?)] = old.map { ($0.id, $0) }
    for change in changes {
      switch change {
      case .updated(let id, let position):
        guard rows[position].id == id else { return false }
        rows[position].cell = nil
      case .inserted(let id, let position):
        guard !rows.contains(where: { $0.id == id }) else { return false }
        rows.insert((id, nil), at: position)
      case .removed(let id, let position):
        guard rows.remove(at: position).id == id else { return false }
      case .moved(let id, let from, let to):
        let row = rows.remove(at: from)
        guard row.id == id else { return false }
        rows.insert(row, at: to)
      }
    }
    return rows.map(\.id) == new.map(\.id) && zip(rows, new).allSatisfy { $0.cell == nil || $0.cell == $1 }
  }
}

@Suite struct OrderedStateHistoryTests {
  @Test(arguments: 0..<UInt64(4))
  func `equal versions imply equal contents, and old contents with changes yield the new contents`(run: UInt64) {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["PUREDUX_SEED"].flatMap(UInt64.init).map { $0 &+ run } ?? .random(in: .min ... .max)
    let edits = environment["PUREDUX_LONG"] == "1" ? 250_000 : environment["PUREDUX_REPEATING"] == "1" ? 1_000 : 10_000
    var histories = Histories(seed: seed)
    for edit in 0..<edits {
      guard let problem = histories.step(edit) else { continue }
      Issue.record("seed \(seed), edit \(edit): \(problem)")
      return
    }
    print("\(edits) edits: \(histories.answered) of \(histories.asked) questions answered, \(histories.told) changes")
    #expect(histories.answered > edits / 10 && histories.told > edits / 10 && histories.seenAgain > edits / 100)
  }
}
