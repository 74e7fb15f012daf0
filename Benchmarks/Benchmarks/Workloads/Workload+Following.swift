import Puredux

// W5t, W5o, W5c, W11c, W11v: actions of stores whose children follow a state, compared with children created by `with`.
extension Workload {
  static let following: [Workload] = [
    Workload("W5t", "a chain of 10 children, dispatch at the leaf, no observer", actions: 200_000) { meter in
      let leaf = SampleStore.make().makeChild().makeChild().makeChild().makeChild().makeChild()
      meter.measureActions(of: leaf.makeChild().makeChild().makeChild().makeChild().makeChild())
    },
    Workload("W5o", "… with an observer of the state above each of them", actions: 50_000) { meter in
      var kept: [any Sendable] = []
      let leaf = SampleStore.make().makeObserved(&kept).makeObserved(&kept).makeObserved(&kept).makeObserved(&kept)
        .makeObserved(&kept)
      meter.measureActions(
        of: leaf.makeObserved(&kept).makeObserved(&kept).makeObserved(&kept).makeObserved(&kept).makeObserved(&kept))
      withExtendedLifetime(kept) {}
    },
    Workload("W5c", "… each of them made by children(of:), which observes", actions: 50_000) { meter in
      var kept: [any Sendable] = []
      let leaf = SampleStore.make().makeFollowing(&kept).makeFollowing(&kept).makeFollowing(&kept).makeFollowing(&kept)
        .makeFollowing(&kept)
      meter.measureActions(
        of: leaf.makeFollowing(&kept).makeFollowing(&kept).makeFollowing(&kept).makeFollowing(&kept)
          .makeFollowing(&kept))
      withExtendedLifetime(kept) {}
    },
    Workload("W11c", "one action at the root with 100 children of an array's elements", actions: 200_000) { meter in
      meter.measureFollowing { $0.children(of: \.array) { root, _ in root.with(0) { $0 &+= $1 } } }
    },
    Workload("W11v", "… of an ordered state's elements", actions: 200_000) { meter in
      meter.measureFollowing { $0.children(of: \.ordered) { root, _ in root.with(0) { $0 &+= $1 } } }
    },
  ]
}

private struct Element: Identifiable, Sendable { let id: Int }

private struct Elements: Sendable {
  var count = 0
  let array = (0..<100).map { Element(id: $0) }
  let ordered = OrderedState((0..<100).map { Element(id: $0) })
}

extension Meter {
  fileprivate mutating func measureFollowing<Child>(
    _ follow: (StateStore<Elements, Int>) -> Children<Int, Child>
  ) {
    let runner = ManualRunner()
    let root = StateStore<Elements, Int>(Elements(), runner: runner) { $0.count &+= $1 }
    let children = follow(root)
    runner.runUntilIdle()
    precondition(children.all.count == 100)
    measure {
      for _ in 0..<$0 / 100 {
        for _ in 0..<100 { root.dispatch(1) }
        runner.runUntilIdle()
      }
    }
    withExtendedLifetime(children) {}
  }
}

extension StateStore where Action == SampleAction {
  fileprivate func makeObserved(_ kept: inout [any Sendable]) -> StateStore<(State, SampleLocal), SampleAction> {
    kept.append(subscribe { _ in })
    return makeChild()
  }

  fileprivate func makeFollowing(_ kept: inout [any Sendable]) -> StateStore<(State, SampleLocal), SampleAction> {
    let children = children(of: { _ in Optional(1) }) { parent, _ in parent.makeChild() }
    waitUntilSettled()
    kept.append(children)
    guard let child = children.only else { preconditionFailure("no child was made") }
    return child
  }
}
