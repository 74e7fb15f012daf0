import PureduxTesting
import Testing

@Suite struct `A story that goes otherwise` {
  private let failures = RecordedFailures()

  private func makeStore(_ exhaustivity: Exhaustivity = .full) -> TestStore<Int, Int> {
    failures.recording { TestStore(exhaustivity: exhaustivity) { StateStore<Int, Int>(0) { $0 += $1 } } }
  }

  @Test func `fails for a change that was not told`() {
    let store = makeStore()
    store.send(2); let line = #line
    #expect(failures.values == ["2 changed the state, which was not told.\n- 0\n+ 2 (line \(line))"])
  }

  @Test func `fails for a change that was told otherwise`() {
    let store = makeStore()
    store.send(2) { $0 = 3 }; let line = #line
    #expect(
      failures.values == [
        "2 changed the state otherwise than told (- told, + happened).\n- 3\n+ 2 (line \(line))"
      ])
  }

  @Test func `fails for an action that does not come`() {
    let store = makeStore()
    store.receive(1); let line = #line
    #expect(failures.values == ["1 was not received. (line \(line))"])
  }

  @Test func `fails for another action than the expected`() {
    let store = makeStore()
    store.store.dispatch(4)
    store.receive(1); let line = #line
    #expect(failures.values == ["Received another action than expected.\n  - 1\n  + 4 (line \(line))"])
    #expect(store.state == 4)
  }

  @Test func `fails for actions passed over before the next step`() {
    let store = makeStore()
    store.store.dispatch(4)
    store.context.runUntilIdle()
    store.send(1) { $0 = 5 }; let line = #line
    #expect(failures.values == ["Not everything was received before sending 1.\nNot received:\n  4 (line \(line))"])
  }

  @Test func `names at the end what was not received and what still runs`() {
    let store = makeStore()
    store.store.dispatch(4)
    StoreContext.$current.withValue(store.context.storeContext) {
      store.context.storeContext.tap?(
        StoreEvent(.workStarted(name: "the job"), store: store.store.id, revision: 0, time: .zero))
    }
    store.finish(); let line = #line
    #expect(
      failures.values == [
        "The test has ended, but the story has not.\nNot received:\n  4\nStill running:\n  the job (line \(line))"
      ])
  }

  @Test func `fails where it began when it is never finished`() {
    let line = #line + 2
    do {
      let store = failures.recording { TestStore { StateStore<Int, Int>(0) { $0 += $1 } } }
      store.store.dispatch(4)
      store.context.runUntilIdle()
    }
    #expect(
      failures.values == [
        "The story that begins here was never finished: call `finish()`.\nNot received:\n  4 (line \(line))"
      ])
  }

  @Test func `tells mistakes at the end`() {
    let store = makeStore(.partial)
    store.context.misuse.record(Misuse("a happened", so: "b came of it", fix: "do c"))
    store.finish(); let line = #line
    #expect(
      failures.values == ["A mistake was reported: a happened, so b came of it.\nTo fix: do c. (line \(line))"])
  }

  @Test func `a partial step fails only for what it tells`() {
    let store = makeStore(.partial)
    store.send(2)
    store.send(2) { $0 = 4 }
    #expect(failures.values == [])
    store.send(2) { $0 = 5 }; let line = #line
    #expect(
      failures.values == [
        "2 changed the state otherwise than told (- told, + happened).\n- 5\n+ 6 (line \(line))"
      ])
  }

  @Test func `one step can be partial in a full story`() {
    let store = makeStore()
    store.send(2, .partial)
    store.finish()
    #expect(failures.values == [])
  }

  @Test func `fails in the framework that runs the test, at the step`() {
    let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    let line = #line + 2
    withKnownIssue {
      store.send(1)
    } matching: {
      $0.sourceLocation?.line == line
    }
  }
}
