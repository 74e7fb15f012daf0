import PureduxTesting

/// A use of one of the tools that must fail a test, with the given text and at the given line.
struct FailingUse: Sendable {
  let text: String
  let line: UInt
  let perform: @Sendable () -> Void

  init(_ text: String, line: UInt = #line, _ perform: @escaping @Sendable () -> Void) {
    self.text = text
    self.line = line
    self.perform = perform
  }

  // The failing call must be on the line of its text, regardless of the line's length.
  // swift-format-ignore
  /// Every failure of the tools.
  static let all = [
    FailingUse("2 changed the state, which was not expected.\n- 0\n+ 2") { counter().send(2) },
    FailingUse("2 changed the state differently than expected (- expected, + actual).\n- 3\n+ 2") { counter().send(2) { $0 = 3 } },
    FailingUse("0 changed the state differently than expected (- expected, + actual).\n- 1\n+ 0") { counter().send(0) { $0 = 1 } },
    FailingUse("-1 was sent, and no store reduced it.") { counter().send(-1) },
    FailingUse("-7 was sent, and no store reduced it.") { counter(.partial).send(-7) },
    FailingUse("Some actions were not received before sending 1.\nNot received:\n  4") { counter(reducing: 4).send(1) { $0 = 5 } },
    FailingUse("1 was not received.") { counter().receive(1) },
    FailingUse("1 was not received.\nNot received:\n  4") { counter(.partial, reducing: 4).receive(1) },
    FailingUse("a large number was not received.") { counter().receive("a large number", where: { $0 > 9 }) },
    FailingUse("Received an unexpected action.\n  - 1\n  + 4") { counter(reducing: 4).receive(1) },
    FailingUse("4 changed the state, which was not expected.\n- 0\n+ 4") { counter(reducing: 4).receive(4) },
    FailingUse("The test ended with unfinished work.\nNot received:\n  4") { counter(reducing: 4).finish() },
    FailingUse("The test ended with unfinished work.\nStill running:\n  the job\nNone of it waits for the test's clock. Does it sleep on `StoreContext.current.clock`?\nTo fix: use that clock, cancel the work, await `context.waitForWork()` if it waits for another thread, or mark work that never ends with `asDaemon()`.") { working("the job").finish() },
    FailingUse("A mistake was reported: a happened, so b came of it.\nTo fix: do c.") { mistaken().finish() },
    FailingUse("The story that begins here was never finished: call `finish()`.\nNot received:\n  4") { _ = counter(reducing: 4) },
    FailingUse("the screen is still alive: a token is held.") { holding(1) { $0.expectReleased() } },
    FailingUse("the screen is still alive: 2 tokens are held.") { holding(2) { $0.expectReleased() } },
    FailingUse("1 was not received.\nIt occurs in the order of seed 3: set PUREDUX_SEED=3.") { exploring { $0.receive(1) } },
  ]

  /// A story of a store that adds numbers and drops negative ones; it responds to -7 with 7.
  private static func counter(
    _ exhaustivity: Exhaustivity = .full, in context: TestContext = TestContext(), reducing action: Int? = nil,
    line: UInt = #line
  ) -> TestStore<Int, Int> {
    let bouncing = ClosureMiddleware<Int, Int> { action, store in
      if action == -7 { store.dispatch(7) }
      return action < 0 ? nil : action
    }
    let store = TestStore(
      exhaustivity: exhaustivity, in: context, { StateStore<Int, Int>(0, middleware: bouncing) { $0 += $1 } },
      line: line)
    if let action { store.store.dispatch(action) }
    store.context.runUntilIdle()
    return store
  }

  private static func working(_ name: String) -> TestStore<Int, Int> {
    let store = counter()
    let event = StoreEvent(.workStarted(StoreWork(name: name, run: 1)), store: store.store.id, revision: 0, time: .zero)
    store.context.storeContext.tap?(event)
    return store
  }

  private static func mistaken() -> TestStore<Int, Int> {
    let store = counter()
    store.context.misuse.record(Misuse("a happened", so: "b came of it", fix: "do c"))
    return store
  }

  private static func holding(_ count: Int, _ body: (ReleaseProbe) -> Void) {
    let probe = ReleaseProbe("the screen")
    withExtendedLifetime((0..<count).map { _ in probe.token() }) { body(probe) }
  }

  private static func exploring(_ tell: (TestStore<Int, Int>) -> Void) {
    Schedule.explore([3]) { tell(counter(in: $0)) }
  }
}
