import PureduxEffects
@testable import PureduxTesting
import Testing

/// Awaits work that only the test can finish.
@Suite struct `A wait outside a context` {
  private let failures = RecordedFailures()

  private func makeContext() -> TestContext {
    let context = failures.recording { TestContext() }
    context.waits.patience.withLock { $0 = .init(ready: .milliseconds(1), asleep: 1) }
    return context
  }

  private func makeStore(_ context: TestContext) -> StateStore<Int, Int> {
    context.run { StateStore<Int, Int>(0) { $0 += $1 } }
  }

  @Test func `for a turn that is not run fails at its line, and ends`() async {
    let context = makeContext()
    let store = makeStore(context)
    await store.send(2); let line = #line
    withExtendedLifetime(context) { #expect(store.state == 2) }
    #expect(
      failures.values == [
        """
        `await send` waits for stores of a `TestContext`, which run only when the test says so, and nothing did. Its work was \
        ready, and was run now, so that the test can continue.
        To fix: await it in `await context.runToEnd { … }`, which runs them meanwhile, or `dispatch` the action and call \
        `context.runUntilIdle()`. (line \(line))
        """
      ])
  }

  @Test func `for all turns, and for a plan, fails too`() async {
    let context = makeContext()
    let store = makeStore(context)
    store.dispatch(1)
    await store.settled(); let line = #line
    #expect(store.state == 1)
    // In another context, because the thread that reported the failure may still be running the work of the first one.
    let other = makeContext()
    let planning = makeStore(other)
    let run = planning.run(ActionPlan { $0.dispatch(2) })
    await run.finished()
    withExtendedLifetime((context, other, planning)) { #expect(failures.values.count == 2) }
    #expect(failures.values.first?.hasPrefix("`await settled`") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
    #expect(failures.values.last?.hasPrefix("`await finished`") == true)
  }

  @Test(.timeLimit(.minutes(1)))
  func `for work that becomes ready once more after its failure ends too, and fails once`() async {
    let context = makeContext()
    let store = makeStore(context)
    let states = Recorder<Int>()
    let subscription = store.subscribe { states.record($0) }
    await store.node.context.waiting(in: "look", at: SourceLocation(fileID: #fileID, line: #line)) {
      for count in 1...5 {
        store.dispatch(1)
        _ = await states.values(count: count)
      }
    }
    withExtendedLifetime((context, subscription)) { #expect(failures.values.count == 1) }
  }

  @Test func `for time that does not advance fails, and continues`() async {
    let context = makeContext()
    let store = makeStore(context)
    let run = store.run(
      ActionPlan { store in
        try await StoreContext.current.clock.sleep(.seconds(7))
        store.dispatch(5)
      })
    context.runUntilIdle()
    async let finished: Void = run.finished()
    let failure = failures.recorder
    #expect(await failure.values(count: 1).first?.contains("Work sleeps until 7.0 seconds") == true)
    context.advance(by: .seconds(7))
    await finished
    #expect(store.state == 5)
  }

  @Test func `for a released context fails`() async {
    let store = makeStore(makeContext())
    let waiting = Task { await store.run(ActionPlan { $0.dispatch(2) }).finished() }
    #expect(await failures.recorder.values(count: 1).first?.contains("The context was released") == true)
    waiting.cancel()
  }

  @Test func `is no failure if the test ends the wait in time`() async {
    let context = failures.recording { TestContext() }
    let store = makeStore(context)
    async let sent: Void = store.send(3)
    await context.waitForWork()
    context.runUntilIdle()
    await sent
    #expect(store.state == 3)
    #expect(failures.values == [])
  }

  @Test func `is no failure if code is run to its end`() async {
    let context = makeContext()
    let store = makeStore(context)
    let state = await context.runToEnd {
      await store.send(2)
      await MainActor.run {}
      await store.send(3)
      return store.state
    }
    #expect(state == 5)
    #expect(failures.values == [])
  }

  @Test func `of code that needs time is reported at the line that runs it`() async {
    let context = makeContext()
    let line = #line + 1
    let result = await context.runToEnd(within: .milliseconds(1)) {
      try? await StoreContext.current.clock.sleep(.seconds(1))
      return true
    }
    #expect(result == nil)
    #expect(failures.values.first?.contains("no work was left to run; work sleeps until 1.0 seconds") == true)
    #expect(failures.values.first?.hasSuffix("(line \(line))") == true)
  }
}
