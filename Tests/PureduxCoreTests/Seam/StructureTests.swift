import PureduxTesting
import Testing

@testable import PureduxCore

/// Members that a module adds to the structure of a tree.
@Suite struct StructureTests {
  private let runner = ManualRunner()
  private let order = Recorder<String>()
  private let root: StateStore<Int, Int>

  init() {
    root = StateStore(0, runner: runner) { [order] state, action in
      state += action
      order.record("reduced \(state)")
    }
  }

  private func member<State>(_ name: String, of store: StateStore<State, Int>) -> StoreSubscription {
    store.node.addToStructure { [order] state, _ in
      order.record("\(name) \(state.pointee)")
      return .active
    }
  }

  private func send(_ action: Int) -> [String] {
    _ = order.removeAll()
    root.dispatch(action)
    runner.runUntilIdle()
    return order.removeAll()
  }

  @Test func `L3: members are brought in line after the reducers, in their order, and before any observer`() {
    let child = root.with(10) { (own: inout Int, action: Int) in own += action }
    let observers = [
      root.subscribe { [order] in order.record("root observes \($0)") },
      child.subscribe { [order] in order.record("child observes \($0)") },
    ]
    runner.runUntilIdle()
    let members = [
      member("child's", of: child), member("root's", of: root), member("part's", of: root.map(state: { $0 * 2 })),
    ]
    runner.runUntilIdle()
    #expect(
      send(1) == [
        "reduced 1", "child's (1, 10)", "root's 1", "part's 2", "root observes 1", "child observes (1, 10)",
      ])
    withExtendedLifetime((observers, members)) {}
  }

  @Test func `a member is brought in line before another turn, and so are the members that it adds`() {
    let added = Guarded<[StoreSubscription]>([])
    let first = root.node.addToStructure { [root, order] state, _ in
      order.record("first \(state.pointee)")
      if added.withLock({ $0.isEmpty }) {
        let second = root.node.addToStructure { state, _ in
          order.record("second \(state.pointee)")
          return .active
        }
        added.withLock { $0.append(second) }
      }
      return .active
    }
    #expect(order.values == [])
    runner.runUntilIdle()
    #expect(order.removeAll() == ["first 0", "second 0"])
    #expect(send(1) == ["reduced 1", "first 1", "second 1"])
    first.cancel()
    #expect(send(1) == ["reduced 2", "second 2"])
  }

  @Test func `a member that a turn has brought in line is not called once more by its own message`() {
    root.dispatch(1)
    let member = member("member", of: root)
    runner.runUntilIdle()
    #expect(order.values == ["reduced 1", "member 1"])
    withExtendedLifetime(member) {}
  }

  @Test func `a member that an earlier one ends is not called in that turn`() {
    let later = Guarded<StoreSubscription?>(nil)
    let first = root.node.addToStructure { state, _ in
      if state.pointee == 1 { later.withLock { $0 }?.cancel() }
      return .active
    }
    later.withLock { [member = member("later", of: root)] in $0 = member }
    runner.runUntilIdle()
    #expect(send(1) == ["reduced 1"])
    withExtendedLifetime(first) {}
  }

  @Test func `a member ends with its token, its result, its store or its lifetime, and leaves nothing behind`() {
    let lifetime = Lifetime(in: root.node.tree, inside: nil)
    var child: StateStore<(Int, Int), Int>? = root.with(0) { (_: inout Int, _: Int) in }
    var tokens = [
      member("child's", of: child!), member("gated", of: StateStore(node: root.node.gated(by: lifetime))),
      root.node.addToStructure { state, _ in state.pointee == 1 ? .dead : .active },
      member("root's", of: root),
    ]
    runner.runUntilIdle()
    #expect(root.node.tree.receivers.structure.isRaised && root.node.tree.receivers.any.isRaised)
    child = nil
    lifetime.close()
    #expect(send(1) == ["reduced 1", "root's 1"])
    tokens.removeLast()
    #expect(!root.node.tree.receivers.structure.isRaised && !root.node.tree.receivers.any.isRaised)
    #expect(send(1) == ["reduced 2"])
  }

  @Test func `a member of a store that was released is never called`() {
    let member = member("late", of: root.with(0) { (_: inout Int, _: Int) in })
    #expect(send(1) == ["reduced 1"])
    withExtendedLifetime(member) {}
  }

  @Test func `a released tree leaves no memory, although its members were kept`() {
    weak var tree: StoreTree?
    let kept: StoreSubscription
    do {
      let runner = ManualRunner()
      let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
      tree = store.node.tree
      kept = member("member", of: store.map(state: { $0 + 1 }))
      runner.runUntilIdle()
      #expect(order.removeAll() == ["member 1"])
    }
    #expect(tree == nil)
    withExtendedLifetime(kept) {}
  }
}
