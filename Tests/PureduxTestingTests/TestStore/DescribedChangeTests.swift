import PureduxTesting
import Testing

/// Steps whose change is described by text, for states that a test cannot set.
@Suite struct `A change described by text` {
  struct Counter: Sendable {
    private(set) var count = 0
    private(set) var names: [String] = []

    mutating func add(_ amount: Int) {
      count += amount
      if amount > 10 { names.append("large") }
    }
  }

  private let failures = Recorder<String>()

  private func reporting(_ operation: () -> Void) {
    StoreContext.with(
      { [failures] in $0.failureReporter = FailureReporter { text, _ in failures.record(text) } }, operation: operation)
  }

  private func makeStore() -> TestStore<Counter, Int> { TestStore { StateStore(Counter()) { $0.add($1) } } }

  @Test func `passes if it equals the difference`() {
    let store = makeStore()
    store.send(
      2,
      changing: """
        count
          - 0
          + 2
        """)
    store.send(
      20,
      changing: """
        count
          - 2
          + 22
        names[0]
          + "large"
        """)
    store.send(0, changing: "")
    store.finish()
  }

  @Test func `fails if more, less or something else changes, and shows both differences`() throws {
    reporting {
      let store = makeStore()
      store.send(20, changing: "count\n  - 0\n  + 20")
      store.send(1, changing: "")
      store.send(0, .partial, changing: "count\n  - 21\n  + 22")
      store.finish()
    }
    try #require(failures.values.count == 3)
    #expect(failures.values[0].contains("Expected:\ncount\n  - 0\n  + 20\nActual:\ncount\n  - 0\n  + 20\nnames[0]"))
    #expect(failures.values[1].contains("Expected:\nnothing\nActual:\ncount"))
    #expect(failures.values[2].hasSuffix("Actual:\nnothing"))
  }

  @Test func `belongs to received actions too`() {
    let store = TestStore {
      let store = StateStore<Counter, Int>(Counter()) { $0.add($1) }
      store.dispatch(5)
      return store
    }
    store.receive(
      5,
      changing: """
        count
          - 0
          + 5
        """)
    store.finish()
  }
}
