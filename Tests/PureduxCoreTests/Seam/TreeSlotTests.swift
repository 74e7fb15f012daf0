import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct TreeSlotTests {
  private final class First: TreeSlot {}
  private final class Second: TreeSlot {}

  private func makeStore() -> StateStore<Int, Int> {
    StateStore(0, runner: ManualRunner()) { (count: inout Int, number: Int) in count += number }
  }

  @Test func `all stores of a tree find the same object under its type`() {
    let store = makeStore()
    let child = store.with("") { (_: inout String, _: Int) in }
    let first = store.node.tree.slot(First.self)
    let second = store.node.tree.slot(Second.self)
    #expect(child.node.tree.slot(First.self) === first)
    #expect(child.node.tree.slot(Second.self) === second)
  }

  @Test func `each tree has objects of its own`() {
    let (one, other) = (makeStore(), makeStore())
    #expect(one.node.tree.slot(First.self) !== other.node.tree.slot(First.self))
  }

  @Test func `an object is released with its tree`() {
    var store: StateStore<Int, Int>? = makeStore()
    let slot = store.map { WeakReference($0.node.tree.slot(First.self)) }
    #expect(slot?.object != nil)
    store = nil
    #expect(slot?.object == nil)
  }
}
