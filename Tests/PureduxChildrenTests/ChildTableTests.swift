import PureduxTesting
import Testing

@testable import PureduxChildren

@Suite struct ChildTableTests {
  private var table = ChildTable<String, Int>()

  private mutating func bring(_ ids: [String]) -> ChildTable<String, Int>.Difference {
    table.replace(0..<table.ids.count, with: ids)
  }

  /// Stores a child for an inserted element.
  private mutating func settle(_ difference: ChildTable<String, Int>.Difference, _ index: Int, _ child: Int) -> Lifetime
  {
    let lifetime = Lifetime(lock: Lock())
    let begins = table.begin(in: lifetime)
    let new = difference.inserted[index]
    let followers = table.keep(child, for: new.id, number: new.number, in: lifetime)
    #expect(begins && followers != nil)
    return lifetime
  }

  @Test mutating func `inserted and removed elements are reported in the order of the elements`() {
    let first = bring(["a", "b"])
    #expect(first.inserted.map(\.id) == ["a", "b"])
    for index in 0..<2 { _ = settle(first, index, index) }
    let difference = bring(["b", "c"])
    #expect(difference.inserted.map(\.id) == ["c"])
    #expect(difference.inserted.map(\.offset) == [1])
    #expect(difference.removed.map(\.id) == ["a"])
    #expect(table.all == [1])
  }

  @Test mutating func `a duplicate identity is inserted once, reported once, and removed with the last element`() {
    let first = bring(["a", "a", "a"])
    #expect(first.inserted.map(\.id) == ["a"])
    #expect(first.duplicates == ["a"])
    let (second, last) = (bring(["a"]), bring([]))
    #expect(second.removed.isEmpty)
    #expect(last.removed.map(\.id) == ["a"])
  }

  @Test mutating func `a child of an element that was removed during its creation is not kept`() {
    let number = bring(["a"]).inserted[0].number
    let lifetime = Lifetime(lock: Lock())
    _ = table.begin(in: lifetime)
    _ = bring([])
    let followersWhenGone = table.keep(1, for: "a", number: number, in: lifetime)
    _ = bring(["a"])
    let followersWhenBack = table.keep(1, for: "a", number: number, in: lifetime)
    #expect(followersWhenGone == nil && followersWhenBack == nil)
    #expect(table.all.isEmpty)
  }

  @Test mutating func `the lifetime of a child that is being created is closed with all others`() {
    let inserted = bring(["a", "b"])
    let first = settle(inserted, 0, 1)
    let second = Lifetime(lock: Lock())
    _ = table.begin(in: second)
    #expect(table.close().compactMap(\.lifetime) == [first, second])
    let followers = table.keep(2, for: "b", number: inserted.inserted[1].number, in: second)
    #expect(followers == nil)
  }

  @Test mutating func `nothing begins after the table was closed`() {
    let lifetime = settle(bring(["a", "b"]), 0, 1)
    let closed = table.close()
    #expect(closed.compactMap(\.child) == [1])
    #expect(closed.first?.lifetime == lifetime)
    let begins = table.begin(in: Lifetime(lock: Lock()))
    #expect(!begins)
    #expect(table.entries.isEmpty)
  }
}
