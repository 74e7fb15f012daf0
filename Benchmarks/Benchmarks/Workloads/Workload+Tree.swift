import Puredux

// W5, W6, W9, W9c, W11, W13, W14: the stores below a root, and their cost.
extension Workload {
  static let tree: [Workload] =
    [
      Workload("W5", "a chain of 5 children, dispatch at the leaf, one observer there", actions: 200_000) { meter in
        let (leaf, tally) = (makeLeaf(), Tally())
        let token = leaf.subscribe { tally.add($0.1.count) }
        meter.measureActions(of: leaf)
        precondition(tally.calls > meter.actions)
        withExtendedLifetime(token) {}
      },
      Workload("W5n", "… no observer", actions: 500_000) { meter in meter.measureActions(of: makeLeaf()) },
      Workload("W6", "100 children with an observer each, dispatch at the root", actions: 20_000) { meter in
        let (root, tally) = (SampleStore.make(), Tally())
        let children = (0..<100).map { _ in root.makeChild() }
        let tokens = children.map { $0.subscribe { tally.add($0.0.count) } }
        meter.measureActions(of: root)
        precondition(tally.calls > 100 * meter.actions)
        withExtendedLifetime((children, tokens)) {}
      },
      Workload("W9", "one more child", actions: 10_000) { meter in
        let root = SampleStore.make()
        var children: [SampleChild] = []
        children.reserveCapacity(meter.actions)
        meter.measure { for _ in 0..<$0 { children.append(root.makeChild()) } }
        precondition(children.count == meter.actions)
      },
      Workload("W9r", "… made and released", actions: 10_000) { meter in
        let root = SampleStore.make()
        var children: [SampleChild] = []
        children.reserveCapacity(meter.actions)
        meter.measure {
          for _ in 0..<$0 { children.append(root.makeChild()) }
          children.removeAll(keepingCapacity: true)
        }
      },
      Workload("W9c", "… made by children(of:) for an element that comes, and let go with it", actions: 10_000) {
        meter in
        let root = StateStore<Range<Int>, Range<Int>>(0..<0) { $0 = $1 }
        let children = root.children(of: { $0 }, id: \.self) { root, _ in
          root.with(SampleLocal()) { (local: inout SampleLocal, _: Range<Int>) in local.count &+= 1 }
        }
        meter.measure { count in
          root.dispatch(0..<count)
          root.dispatch(0..<0)
          root.waitUntilSettled()
        }
        precondition(children.ids.isEmpty)
      },
    ] + [0, 10, 100, 1_000].map(idleChildren) + [
      Workload("W13-before", "actions of a new store", actions: 100_000) { meter in
        let root = SampleStore.make()
        let token = root.subscribe { _ in }
        root.waitUntilSettled()
        meter.measure { root.perform(times: $0) }
        withExtendedLifetime(token) {}
      },
      Workload("W13", "the next ones after 50,000 observed children came and went", actions: 100_000) { meter in
        let root = SampleStore.make()
        let token = root.subscribe { _ in }
        for _ in 0..<50 { root.letChildrenComeAndGo(1_000) }
        meter.measure { root.perform(times: $0) }
        withExtendedLifetime(token) {}
      },
      Workload("W14", "100 mapped stores with an observer each", actions: 20_000) { meter in
        let (root, tally) = (SampleStore.make(), Tally())
        let parts = (0..<100).map { _ in root.map(state: { $0.count }) }
        let tokens = parts.map { $0.subscribe { tally.add($0) } }
        meter.measureActions(of: root)
        precondition(tally.calls > 100 * meter.actions)
        withExtendedLifetime((parts, tokens)) {}
      },
    ]

  private typealias Leaf = (((((Sample, SampleLocal), SampleLocal), SampleLocal), SampleLocal), SampleLocal)

  private static func makeLeaf() -> StateStore<Leaf, SampleAction> {
    SampleStore.make().makeChild().makeChild().makeChild().makeChild().makeChild()
  }

  private static func idleChildren(_ count: Int) -> Workload {
    Workload("W11-\(count)", "one action at the root with \(count) idle children", actions: 500_000) { meter in
      // By hand, on this thread only: the interference of two threads exceeds the difference to be measured.
      let runner = ManualRunner()
      let root = SampleStore(Sample(), runner: runner) { $0.reduce($1) }
      let children = (0..<count).map { _ in root.makeChild() }
      meter.measure {
        for _ in 0..<$0 / 100 {
          for _ in 0..<100 { root.dispatch(.add(1)) }
          runner.runUntilIdle()
        }
      }
      withExtendedLifetime(children) {}
    }
  }
}

extension SampleStore {
  fileprivate func letChildrenComeAndGo(_ count: Int) {
    let children = (0..<count).map { _ in makeChild() }
    let tokens = children.map { $0.subscribe { _ in } }
    perform(times: 1)
    withExtendedLifetime((children, tokens)) {}
  }
}
