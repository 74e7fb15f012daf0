import PureduxCollections
import PureduxTesting
import Testing

struct SpliceTests {
  private struct Row: Identifiable, Sendable {
    let id: Int
    var title = ""
  }

  private func splices(_ old: [Int], _ new: [Int], limit: Int = 64) -> [Splice] {
    rows(new).splices(since: rows(old), limit: limit)
  }

  private func rows(_ ids: [Int]) -> OrderedState<Row> { OrderedState(ids.map { Row(id: $0) }) }

  /// The rows of a view that has applied these splices.
  private func applied(_ splices: [Splice], to old: [Int], toward new: [Int]) -> [Int] {
    var rows = old
    for splice in splices {
      rows.replaceSubrange(
        splice.position..<splice.position + splice.removed,
        with: new[splice.position..<splice.position + splice.inserted])
    }
    return rows
  }

  @Test func `rows that stay are not reported, even if their contents change`() {
    var new = rows([1, 2, 3])
    new[id: 2]?.title = "changed"
    #expect(new.splices(since: rows([1, 2, 3])).isEmpty)
    #expect(splices([], []).isEmpty)
  }

  @Test func `a row is reported even if others changed before and after it`() {
    let old = rows([1, 2, 3])
    var new = old
    new[id: 3]?.title = "changed"
    #expect(new.splices(since: old).isEmpty)
    new.remove(id: 1)
    new[id: 2]?.title = "changed"
    #expect(new.splices(since: old) == [Splice(position: 0, removed: 1, inserted: 0)])
  }

  @Test(arguments: [
    ([1, 2, 3], [1, 3], [Splice(position: 1, removed: 1, inserted: 0)]),
    ([1, 3], [1, 2, 3], [Splice(position: 1, removed: 0, inserted: 1)]),
    ([1, 2, 3], [1, 9, 3], [Splice(position: 1, removed: 1, inserted: 1)]),
    ([], [1, 2], [Splice(position: 0, removed: 0, inserted: 2)]),
    ([1, 2], [], [Splice(position: 0, removed: 2, inserted: 0)]),
    ([1, 2, 3, 4, 5], [2, 4], [0, 1, 2].map { Splice(position: $0, removed: 1, inserted: 0) }),
  ])
  func `inserted and removed rows are reported with their positions`(old: [Int], new: [Int], expected: [Splice]) {
    #expect(splices(old, new) == expected)
  }

  @Test func `a row that moves is removed in one place and inserted in another`() {
    let (down, up) = ([2, 3, 4, 5, 1], [5, 1, 2, 3, 4])
    #expect(
      splices([1, 2, 3, 4, 5], down) == [
        Splice(position: 0, removed: 1, inserted: 0), Splice(position: 4, removed: 0, inserted: 1),
      ])
    #expect(
      splices([1, 2, 3, 4, 5], up) == [
        Splice(position: 0, removed: 0, inserted: 1), Splice(position: 5, removed: 1, inserted: 0),
      ])
  }

  @Test func `any rows are converted to any others, with few splices or one`() {
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: UInt64(seed))
      let old = Array(0..<Int.random(in: 0...12, using: &random)).shuffled(using: &random)
      var new = old.filter { _ in Bool.random(using: &random) }
      for id in 0..<Int.random(in: 0...6, using: &random) {
        new.insert(100 + id, at: Int.random(in: 0...new.count, using: &random))
      }
      if Bool.random(using: &random) { new.shuffle(using: &random) }
      for limit in [.min, -1, 0, 1, 2, 64, .max] {
        let splices = splices(old, new, limit: limit)
        #expect(splices.count <= max(1, limit))
        #expect(applied(splices, to: old, toward: new) == new, "\(old) to \(new), at most \(limit)")
      }
    }
  }
}
