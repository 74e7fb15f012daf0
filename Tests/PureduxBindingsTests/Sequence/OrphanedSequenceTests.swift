import PureduxBindings
import PureduxTesting
import Testing

/// Sequences that outlive their stores.
@MainActor
@Suite struct OrphanedSequenceTests {
  private let reports = Recorder<Misuse>()

  private func makeStore() -> StateStore<Counting, CountingAction> {
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      Counting.store()
    }
  }

  private func makeChild(
    _ root: StateStore<Counting, CountingAction>
  ) -> StateStore<(Counting, Int), CountingAction> {
    root.with(0, named: "counter") { local, _ in local += 1 }
  }

  @Test func `reading the states of an unretained child is reported, with the location of the read`() async {
    let root = makeStore()
    var count = 0
    for await _ in makeChild(root).states() { count += 1 }
    let line = #line - 1
    #expect(count == 1)
    #expect(
      reports.values.map(\.whatHappened) == [
        "the store \"counter\" was released before the first of its `states()` was read at "
          + "PureduxBindingsTests/OrphanedSequenceTests.swift:\(line)"
      ])
  }

  @Test func `states that end with their store, early or late, are not reported`() async {
    let root = makeStore()
    for await _ in makeChild(root).states(until: .storeReleased) {}
    var child: StateStore? = makeChild(root)
    for await _ in child!.states() { child = nil }
    #expect(reports.values == [])
  }
}
