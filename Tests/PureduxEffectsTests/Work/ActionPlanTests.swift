import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

struct ActionPlanTests {
  typealias Plan = ActionPlan<Int, Int>

  private let lab = Lab()

  private func store() -> StateStore<Int, Int> { lab.store(0) { (state: inout Int, number: Int) in state += number } }

  @Test func `a plan reads the state and sends several actions`() {
    let store = store()
    store.run(
      Plan { store in
        guard store.state == 0 else { return }
        store.dispatch(1)
        await store.send(2)
        store.dispatch(store.state ?? 0)
      })
    lab.settle()
    #expect(store.state == 6)
  }

  @Test func `a plan may return a sequence of actions`() {
    let store = store()
    store.run(
      Plan({ _ in
        AsyncStream { continuation in
          for number in 1...4 { continuation.yield(number) }
          continuation.finish()
        }
      }))
    lab.settle()
    #expect(store.state == 10)
  }

  private func numbers(_ range: ClosedRange<Int>) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in range { continuation.yield(number) }
      continuation.finish()
    }
  }

  private struct Add: Sendable, Countable { var number: Int }
  private protocol Countable: Sendable { var number: Int { get } }

  @Test func `a sequence that a plan returns is dispatched, whatever the form of the closure`() {
    let store = lab.store(0) { (state: inout Int, action: any Countable) in state += action.number }
    let numbers = numbers(1...2)
    store.run(ActionPlan { _ in numbers.map { number -> any Countable in Add(number: number) } })
    lab.settle()
    #expect(store.state == 3)
    let others = self.numbers(10...11)
    // The elements are actions of the store, although the compiler does not see that.
    store.run(ActionPlan { _ in others.map { Add(number: $0) } })
    lab.settle()
    #expect(store.state == 24 && lab.misuse.values.isEmpty)
    let strangers = self.numbers(1...3)
    store.run(ActionPlan { _ in strangers.map { "\($0)" } })
    lab.settle()
    #expect(store.state == 24 && lab.misuse.values.count == 1)
    #expect(lab.misuse.values.first?.description.contains("returned a value of type String") == true)
  }

  @available(*, deprecated)
  @Test func `an unused value of a plan is reported`() {
    let store = store()
    store.run(Plan { _ in 5 })
    lab.settle()
    #expect(store.state == 0 && lab.misuse.values.count == 1)
  }

  @Test func `a sequence of actions need not be Sendable`() {
    /// As the `values` of a publisher may be.
    final class Numbers: AsyncSequence, AsyncIteratorProtocol {
      private var last = 0
      func makeAsyncIterator() -> Numbers { self }
      func next() async -> Int? {
        last += 1
        return last > 3 ? nil : last
      }
    }
    let store = store()
    store.run(Plan { _ in Numbers() })
    lab.settle()
    #expect(store.state == 6)
  }

  @Test func `a plan that is cancelled while its action waits continues, and the action is dropped`() {
    let store = store()
    let run = store.run(
      Plan { [lab] store in
        await store.send(1)
        lab.log.record("sent")
      })
    lab.executor.runUntilIdle()
    run.cancel()
    lab.settle()
    #expect(lab.log.values == ["sent"])
    #expect(store.state == 0)
  }

  @Test func `a cancelled plan is reported, and its later actions are dropped`() {
    let store = store()
    let run = store.run(
      Plan { [lab] store in
        store.dispatch(1)
        try? await StoreContext.current.clock.sleep(.seconds(1))
        lab.log.record(Task.isCancelled ? "cancelled" : "went on")
        store.dispatch(2)
        await store.send(3)
        lab.log.record("over")
      })
    lab.settle()
    run.cancel()
    lab.settle()
    #expect(lab.log.values == ["cancelled", "over"])
    #expect(store.state == 1)
  }

  @Test func `a task that waits for a plan resumes when the plan ends`() async {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    await store.run(Plan { await $0.send(3) }).finished()
    #expect(store.state == 3)
  }

  @Test func `a plan ends with its store, which it does not keep alive`() {
    var store: StateStore? = store()
    store?.run(
      Plan { [lab] store in
        try? await StoreContext.current.clock.sleep(.seconds(1))
        lab.log.record(store.state == nil ? "gone" : "alive")
        await store.send(1)
        lab.log.record("over")
      })
    lab.settle()
    store = nil
    lab.settle()
    #expect(lab.log.values == ["gone", "over"])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `an error that a plan throws is reported`() {
    struct Refused: Error {}
    store().run(Plan { _ in throw Refused() })
    let store = store()
    store.run(Plan { _ in throw Refused() })
    lab.settle()
    #expect(lab.misuse.values.count == 1)
  }
}

/// Plans as actions, where `Action` is a protocol.
struct DispatchedPlanTests {
  protocol Action: Sendable {}
  struct Add: Action { let number: Int }
  typealias Plan = ActionPlan<Int, any Action>

  private let lab = Lab()

  private func store() -> StateStore<Int, any Action> {
    lab.store(0) { (state: inout Int, action: any Action) in state += (action as? Add)?.number ?? 0 }
  }

  @Test func `a plan is dispatched like any action`() {
    let store = store()
    store.dispatch(Add(number: 1))
    store.dispatch(Plan { await $0.send(Add(number: $0.state ?? 0)) })
    lab.settle()
    #expect(store.state == 2)
  }

  @Test func `L6: actions of quick plans are reduced, although the store prunes ended work`() {
    let runner = ManualRunner()
    let store = StoreContext.with {
      $0.beginTasksPromptly()
    } operation: {
      StateStore<Int, any Action>(0, runner: runner) { state, action in state += (action as? Add)?.number ?? 0 }
    }
    for _ in 0..<100 { store.dispatch(Plan { $0.dispatch(Add(number: 1)) }) }
    runner.runUntilIdle()
    #expect(store.state == 100)
  }

  @Test func `start returns the token of a plan`() {
    let store = store()
    let token = store.start(
      Plan {
        try? await StoreContext.current.clock.sleep(.seconds(1))
        await $0.send(Add(number: 1))
      })
    lab.settle()
    token.cancel()
    lab.settle()
    #expect(store.state == 0)
  }

  @Test func `a plan for a protocol runs at each store whose state conforms to it, and is reported at others`() throws {
    struct Counter: Counted { var count = 20 }
    struct Other: Sendable {}
    let plan = ActionPlan<any Counted, any Action> { store in
      store.dispatch(Add(number: store.state?.count ?? 0))
      await store.send(Add(number: store.state?.count ?? 0))
    }
    let store = lab.store(Counter()) { (state: inout Counter, action: any Action) in
      state.count += (action as? Add)?.number ?? 0
    }
    store.dispatch(plan)
    lab.settle()
    #expect(store.state.count > 40 && lab.misuse.values.isEmpty)
    let other = lab.store(Other()) { (_: inout Other, _: any Action) in }
    other.dispatch(plan)
    lab.settle()
    #expect(lab.misuse.values.count == 1)
  }

  @Test func `a plan for another state is reported`() throws {
    struct Other: Sendable {}
    let store = lab.store(Other()) { (_: inout Other, _: any Action) in }
    store.dispatch(Plan { _ in })
    lab.settle()
    #expect(try #require(lab.misuse.values.first).description.contains("another type of state"))
  }
}

extension ActionPlan: DispatchedPlanTests.Action {}

private protocol Counted: Sendable { var count: Int { get } }
