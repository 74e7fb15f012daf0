import Dispatch
import PureduxChildren
import PureduxTesting
import Testing

/// Work and stores that end with an element, and the order in which they end.
@Suite struct ChildLifetimeTests {
  @Test func `no middleware sees an action of a child whose element left before its turn`() {
    struct Part: Identifiable { let id: Int }
    let (runner, order) = (ManualRunner(), Recorder<String>())
    let noting = ClosureMiddleware<[Part], String> { action, _ in
      order.record("root \(action)")
      return action
    }
    let root = StateStore([Part(id: 1)], runner: runner, middleware: noting) { parts, action in
      if action == "remove" { parts = [] }
    }
    let children = root.children(of: \.self) { parent, _ in parent.with(0) { _, _ in } }
    runner.runUntilIdle()
    let child = children[1]
    child?.dispatch("in time")
    root.dispatch("remove")
    child?.dispatch("late")
    child?.dispatch("later")
    runner.runUntilIdle()
    #expect(order.values == ["root in time", "root remove"])
    withExtendedLifetime(children) {}
  }

  @Test func `a store of an element releases its state with its last handle, while the element stays`() async {
    final class Large: Sendable {}
    let root = StateStore<[Int], [Int]>([1]) { $0 = $1 }
    let kept = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    await root.settled()
    weak var probe: Large?
    do {
      let large = Large()
      probe = large
      let first = kept[1]?.with(large) { _, _ in }
      let second = kept[1]?.with(0) { _, _ in }
      #expect(first != nil && second != nil)
    }
    #expect(probe == nil)
  }

  @available(*, deprecated)
  @Test func `an observer is registered once in a store, even if the element of one handle was removed`() async throws {
    let root = StateStore<[Int], [Int]>([1]) { $0 = $1 }
    let parents = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    await root.settled()
    let parent = try #require(parents[1])
    root.dispatch([])
    await root.settled()
    let calls = Recorder<[Int]>()
    let observer = Observer(calls) { (state: [Int]) in
      calls.record(state)
      return .active
    }
    root.subscribe(observer: observer)
    parent.subscribe(observer: observer)
    await root.settled()
    let before = calls.values.count
    root.dispatch([2])
    await root.settled()
    #expect(calls.values.count == before + 1)
  }

  @Test func `many threads can create and release stores while their element is removed`() async throws {
    let root = StateStore<[Int], [Int]>([]) { $0 = $1 }
    let parents = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    for round in 0..<20 {
      root.dispatch([round])
      await root.settled()
      let parent = try #require(parents[round])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for turn in 0..<100 {
          let child = parent.with(0) { (count: inout Int, _: [Int]) in count += 1 }
          let token = turn.isMultiple(of: 2) ? child.subscribe { _ in } : nil
          if thread == 0, turn == 50 { root.dispatch([]) }
          withExtendedLifetime((child, token)) {}
        }
      }
      await root.settled()
      parent.dispatch([7])
      await root.settled()
      #expect(root.state.isEmpty)
    }
  }
}
