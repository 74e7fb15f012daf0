import PureduxCore
import PureduxTesting
import Testing

@Suite struct OrderTests {
  @Test func `L1: actions of one thread to several stores of a tree are reduced in the order they were dispatched`() {
    let runner = ManualRunner()
    let root = StateStore<[String], String>([], runner: runner) { $0.append($1) }
    let child = root.with(0) { count, _ in count += 1 }
    let part = root.map(actions: { (number: Int) in "\(number)" })
    child.dispatch("a")
    root.dispatch("b")
    part.dispatch(3)
    child.dispatch("d")
    child.dispatch("e")
    runner.runUntilIdle()
    #expect(root.state == ["a", "b", "3", "d", "e"])
    #expect(child.state.1 == 3)
  }

  @Test func `L2: an action is reduced by its store and then by each store above, never by a sibling or a child`() {
    let order = Recorder<String>()
    let runner = ManualRunner()
    let root = StateStore<Int, String>(0, runner: runner) { _, action in order.record("root \(action)") }
    let left = root.with(0) { _, action in order.record("left \(action)") }
    let right = root.with(0) { _, action in order.record("right \(action)") }
    let leaf = left.with(0) { _, action in order.record("leaf \(action)") }
    leaf.dispatch("x")
    left.dispatch("y")
    runner.runUntilIdle()
    #expect(order.values == ["leaf x", "left x", "root x", "left y", "root y"])
    withExtendedLifetime((right, leaf)) {}
  }
}
