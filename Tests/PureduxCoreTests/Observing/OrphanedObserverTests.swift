import Dispatch
import PureduxTesting
import TestSupport
import Testing

@testable import PureduxCore

@Suite struct OrphanedObserverTests {
  private let runner = ManualRunner()

  private func root() -> StateStore<Int, Int> {
    StateStore(0, runner: runner) { (state: inout Int, action: Int) in state += action }
  }

  private func child(_ root: StateStore<Int, Int>, named name: String? = nil) -> StateStore<(Int, Int), Int> {
    root.with(0, named: name) { (taps: inout Int, _: Int) in taps += 1 }
  }

  @Test func `an unretained child is reported when its observer misses a change, with its name and location`() {
    let reports = StoreContext.recordingMisuse {
      let root = root()
      let token = child(root, named: "article").subscribe { _ in }
      runner.runUntilIdle()
      root.dispatch(1)
      runner.runUntilIdle()
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.count == 1)
    let line = #line - 7
    #expect(
      reports.values.first?.description == """
        the store "article" was released while it was observed at PureduxCoreTests/OrphanedObserverTests.swift:\(line), \
        so its observer receives no further changes: observing does not retain a store.
        To fix: keep the `StateStore` as long as the subscription, for example in a property, or cancel the \
        subscription first; if the observer should end with the store, subscribe with `until: .storeReleased`.
        """)
  }

  @Test func `an unretained child is reported once, even if everything happens before the first turn`() {
    let line: UInt = #line + 3
    let reports = StoreContext.recordingMisuse {
      let root = root()
      let token = child(root).subscribe(removeDuplicates: .equal { $0.1 }) { _ in }
      for _ in 0..<3 {
        root.dispatch(1)
        runner.runUntilIdle()
      }
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.count == 1)
    #expect(reports.values.first?.description.contains("OrphanedObserverTests.swift:\(line),") == true)
  }

  @Test func `an observer of a part is reported when the child is released, not when the handle of the part is`() {
    let reports = StoreContext.recordingMisuse {
      let root = root()
      var kept: StateStore<(Int, Int), Int>? = child(root)
      let token = kept?.map { $1 }.subscribe { _ in }
      root.dispatch(1)
      runner.runUntilIdle()
      #expect(kept?.state.0 == 1)
      kept = nil
      root.dispatch(1)
      runner.runUntilIdle()
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.count == 1)
  }

  /// Releases its store before its subscription, in the order of its properties.
  private final class Screen {
    let store: StateStore<(Int, Int), Int>
    let token: StoreSubscription

    init(_ store: StateStore<(Int, Int), Int>) {
      self.store = store
      token = store.subscribe { _ in }
    }
  }

  @Test func `the ordinary order of ending is not reported`() {
    let reports = StoreContext.recordingMisuse {
      let root = root()
      var screen: Screen? = Screen(child(root))
      root.dispatch(1)
      runner.runUntilIdle()
      #expect(screen?.store.state.0 == 1)
      screen = nil
      root.dispatch(1)
      runner.runUntilIdle()
    }
    #expect(reports.values.isEmpty)
  }

  @Test func `an observer that ends before its store is not reported while another thread changes the state`() async {
    let root = Recorder<StateStore<Int, Int>>()
    let reports = StoreContext.recordingMisuse {
      root.record(StateStore(0) { (state: inout Int, action: Int) in state += action })
    }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<5_000 {
        if thread == 0 {
          root.values[0].dispatch(1)
        } else {
          let store = child(root.values[0])
          store.subscribe { _ in }.cancel()
        }
      }
    }
    await root.values[0].settled()
    #expect(reports.values.isEmpty)
  }

  @Test func `an observer that is meant to end with the store is not reported`() {
    let reports = StoreContext.recordingMisuse {
      let root = root()
      let token = child(root).subscribe(until: .storeReleased) { _ in }
      root.dispatch(1)
      runner.runUntilIdle()
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.isEmpty)
  }

  @Test func `a released root is not reported, because no code can change it any more`() {
    let reports = StoreContext.recordingMisuse {
      let token = root().subscribe { _ in }
      runner.runUntilIdle()
      withExtendedLifetime(token) {}
    }
    #expect(reports.values.isEmpty)
  }

  @Test func `events and reports use a store's name until every action sent to it has been reduced`() {
    let events = Recorder<String>()
    let reports = StoreContext.recordingMisuse {
      let root = root()
      let tap = root.tap {
        if case .reduced(let action) = $0.kind { events.record("\(action) \($0.storeName ?? "-")") }
      }
      var child: StateStore? = child(root, named: "article")
      let weak = child?.weak()
      child?.dispatch(1)
      child = nil
      root.dispatch(2)
      runner.runUntilIdle()
      weak?.dispatch(3)
      #expect(root.node.tree.name(of: 2) == nil)
      withExtendedLifetime(tap) {}
    }
    #expect(events.values == ["1 article", "2 -"])
    #expect(reports.values.first?.whatHappened == "`3` was dispatched to the store \"article\", which no longer exists")
  }

  @Test func `a root has the specified name`() {
    #expect(StateStore(0, named: "app", runner: runner) { (_: inout Int, _: Int) in }.name == "app")
    #expect(root().name == nil)
  }

  /// A store of the property test, with the expected reports.
  private struct Feature {
    var store: StateStore<(Int, Int), Int>?
    var token: StoreSubscription?
    /// Whether the store was released first.
    var isOrphan = false
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `exactly the stores that are observed longer than retained are reported, once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var expected = 0
    let reports = StoreContext.recordingMisuse {
      let root = root()
      var features = (0..<6).map { _ in Feature() }
      for _ in 0..<4_000 {
        let index = Int.random(in: features.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let store = child(root)
          features[index] = Feature(store: store, token: store.subscribe { _ in })
        case 2:
          if features[index].token != nil, features[index].store != nil { features[index].isOrphan = true }
          features[index].store = nil
        case 3:
          features[index].token?.cancel()
          features[index] = Feature(store: features[index].store)
        case 4:
          features[index] = Feature()
        default:
          root.dispatch(1)
          runner.runUntilIdle()
          expected += features.count { $0.isOrphan }
          for index in features.indices { features[index].isOrphan = false }
        }
      }
    }
    #expect(reports.values.count == expected)
    #expect(expected > 50)
  }
}
