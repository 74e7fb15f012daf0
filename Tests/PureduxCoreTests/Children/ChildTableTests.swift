import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct ChildTableTests {
  private var table = ChildTable<String, Int>()

  private mutating func bring(_ ids: [String]) -> ChildTable<String, Int>.Difference {
    table.replace(0..<table.ids.count, with: ids)
  }

  /// Keeps a child for an element that has come.
  private mutating func settle(_ came: ChildTable<String, Int>.Difference, _ index: Int, _ child: Int) -> ChildGate {
    let gate = ChildGate(lock: Lock())
    let begins = table.begin(behind: gate)
    let followers = table.keep(child, for: came.came[index].id, number: came.came[index].number, behind: gate)
    #expect(begins && followers != nil)
    return gate
  }

  @Test mutating func `who comes and who leaves is told in the order of the elements`() {
    let first = bring(["a", "b"])
    #expect(first.came.map(\.id) == ["a", "b"])
    for index in 0..<2 { _ = settle(first, index, index) }
    let difference = bring(["b", "c"])
    #expect(difference.came.map(\.id) == ["c"])
    #expect(difference.came.map(\.offset) == [1])
    #expect(difference.left.map(\.id) == ["a"])
    #expect(table.all == [1])
  }

  @Test mutating func `an identity that is there twice comes once, is told once, and leaves with the last`() {
    let first = bring(["a", "a", "a"])
    #expect(first.came.map(\.id) == ["a"])
    #expect(first.duplicates == ["a"])
    let (second, last) = (bring(["a"]), bring([]))
    #expect(second.left.isEmpty)
    #expect(last.left.map(\.id) == ["a"])
  }

  @Test mutating func `a child that was made for an element that left meanwhile is not kept`() {
    let number = bring(["a"]).came[0].number
    let gate = ChildGate(lock: Lock())
    _ = table.begin(behind: gate)
    _ = bring([])
    let followersWhenGone = table.keep(1, for: "a", number: number, behind: gate)
    _ = bring(["a"])
    let followersWhenBack = table.keep(1, for: "a", number: number, behind: gate)
    #expect(followersWhenGone == nil && followersWhenBack == nil)
    #expect(table.all.isEmpty)
  }

  @Test mutating func `the gate of a child that is being made is closed with all others`() {
    let came = bring(["a", "b"])
    let first = settle(came, 0, 1)
    let second = ChildGate(lock: Lock())
    _ = table.begin(behind: second)
    #expect(table.close().compactMap(\.gate) == [first, second])
    let followers = table.keep(2, for: "b", number: came.came[1].number, behind: second)
    #expect(followers == nil)
  }

  @Test mutating func `nothing begins after all was closed`() {
    let gate = settle(bring(["a", "b"]), 0, 1)
    let closed = table.close()
    #expect(closed.compactMap(\.child) == [1])
    #expect(closed.first?.gate == gate)
    let begins = table.begin(behind: ChildGate(lock: Lock()))
    #expect(!begins)
    #expect(table.entries.isEmpty)
  }
}
