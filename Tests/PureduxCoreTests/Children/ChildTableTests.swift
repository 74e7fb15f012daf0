import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct ChildTableTests {
  private var table = ChildTable<String, Int>()

  private mutating func bring(_ ids: [String]) -> ChildTable<String, Int>.Difference {
    table.replace(0..<table.ids.count, with: ids)
  }

  /// Begins the stay of an element, and keeps a child for it.
  private mutating func settle(_ id: String, _ child: Int) -> ChildGate {
    let gate = ChildGate(inside: nil)
    let begins = table.begin(id, behind: gate)
    let isKept = table.keep(child, for: id, behind: gate)
    #expect(begins && isKept)
    return gate
  }

  @Test mutating func `who comes and who leaves is told in the order of the elements`() {
    let first = bring(["a", "b"])
    #expect(first.came.map(\.id) == ["a", "b"])
    for (number, id) in ["a", "b"].enumerated() { _ = settle(id, number) }
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
    _ = bring(["a"])
    let gate = ChildGate(inside: nil)
    _ = table.begin("a", behind: gate)
    _ = bring([])
    let isKeptWhenGone = table.keep(1, for: "a", behind: gate)
    _ = bring(["a"])
    let isKeptWhenBack = table.keep(1, for: "a", behind: gate)
    #expect(!isKeptWhenGone && !isKeptWhenBack)
    #expect(table.all.isEmpty)
  }

  @Test mutating func `nothing begins after all was closed`() {
    _ = bring(["a", "b"])
    let gate = settle("a", 1)
    let closed = table.close()
    #expect(closed.compactMap(\.child) == [1])
    #expect(closed.first?.gate === gate)
    let begins = table.begin("b", behind: ChildGate(inside: nil))
    #expect(!begins)
    #expect(table.entries.isEmpty)
  }
}
