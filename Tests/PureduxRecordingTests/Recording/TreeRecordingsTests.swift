import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxRecording

/// In a separate context: for the whole process, other tests would be recorded too.
@Suite struct `Recordings of all trees` {
  private let runner = ManualRunner()

  private func recordingAll<Result>(_ recordings: TreeRecordings, _ body: () -> Result) -> Result {
    StoreContext.with {
      $0.treeListener = TreeRecordings.Listener(recordings)
    } operation: {
      body()
    }
  }

  private func store(named name: String) -> StateStore<Int, Int> {
    StateStore(0, named: name, runner: runner) { (count: inout Int, action: Int) in count += action }
  }

  @Test func `begin with each tree, before its first action`() {
    let recordings = TreeRecordings(limit: 100, trees: 32)
    let stores = recordingAll(recordings) { ["one", "two"].map(store) }
    for (number, store) in stores.enumerated() { store.dispatch(number + 5) }
    runner.runUntilIdle()
    let other = store(named: "made outside")
    other.dispatch(9)
    runner.runUntilIdle()
    #expect(recordings.recordings.map { $0.events().map(\.description) } == [["one: 5"], ["two: 6"]])
  }

  @Test func `end together, and include no later trees`() {
    let recordings = TreeRecordings(limit: 100, trees: 32)
    let first = recordingAll(recordings) { store(named: "one") }
    recordings.end()
    let second = recordingAll(recordings) { store(named: "two") }
    runner.runUntilIdle()
    for store in [first, second] { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(recordings.recordings.map(\.lastEvent) == [0])
  }

  @Test func `discard released trees, and keep live ones`() {
    let recordings = TreeRecordings(limit: 100, trees: 2)
    let alive = recordingAll(recordings) { store(named: "alive") }
    alive.dispatch(1)
    for number in 1...5 {
      recordingAll(recordings) { store(named: "short-lived") }.dispatch(number)
      runner.runUntilIdle()
    }
    #expect(recordings.recordings.map { $0.events().first?.description.last } == ["1", "5"])
    let others = recordingAll(recordings) { (1...3).map { store(named: "\($0)") } }
    #expect(recordings.recordings.map { $0.stores.first?.name } == ["alive", "1", "2", "3"])
    withExtendedLifetime((alive, others)) {}
  }

  @Test func `are not retained by listeners for new trees`() {
    let (store, watched) = makeAndForgetRecordings()
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(watched.isGone)
    #expect(store.state == 1)
  }

  private func makeAndForgetRecordings() -> (StateStore<Int, Int>, WeakReference<TreeRecordings>) {
    let recordings = TreeRecordings(limit: 100, trees: 2)
    let store = recordingAll(recordings) { self.store(named: "one") }
    runner.runUntilIdle()
    return (store, WeakReference(recordings))
  }
}
