import PureduxCompatibility
import PureduxEffects
import PureduxTesting
import Testing

private protocol NumberAction: ComposableAction {
  func reduce(_ state: inout [Int])
}

private struct Append: NumberAction {
  var number: Int
  func reduce(_ state: inout [Int]) { state.append(number) }
}

extension ComposedAction: NumberAction {
  fileprivate func reduce(_ state: inout [Int]) { state.append(-1) }
}

private struct Stranger: ComposableAction {}

/// Appends, and then does work until it is cancelled.
private struct Work: NumberAction, WorkAction {
  var number: Int
  let log: Recorder<String>
  func reduce(_ state: inout [Int]) { state.append(number) }
  func startWork(at store: WorkContext) -> StoreSubscription? {
    log.record("start \(number)")
    return StoreSubscription { [log, number] in log.record("end \(number)") }
  }
}

/// Appends, then dispatches the next number and ends.
private struct Prompt: NumberAction, WorkAction {
  var number: Int
  func reduce(_ state: inout [Int]) { state.append(number) }
  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(Append(number: number + 1))
    return nil
  }
}

private struct Again: NumberAction {
  func reduce(_ state: inout [Int]) {}
}

@Suite struct ComposedActionTests {
  let runner = ManualRunner()
  private var store: StateStore<[Int], any NumberAction> {
    StateStore([], runner: runner) { $1.reduce(&$0) }
  }

  @Test func `composed actions are reduced in order, each in a turn of its own`() {
    let store = store
    let seen = Recorder<[Int]>()
    let subscription = store.subscribe { seen.record($0) }
    store.dispatch(Append(number: 1) + Append(number: 2) + Append(number: 3))
    store.dispatch((Append(number: 4) + Append(number: 5)) + Append(number: 6))
    runner.runUntilIdle()
    #expect(store.state == [1, 2, 3, 4, 5, 6])
    #expect(seen.values.count == 7)
    withExtendedLifetime(subscription) {}
  }

  @Test func `the token of a composed action ends the work of all of them`() {
    let (store, log) = (store, Recorder<String>())
    let token = store.start(Work(number: 1, log: log) + Append(number: 2) + Work(number: 3, log: log))
    runner.runUntilIdle()
    #expect(store.state == [1, 2, 3])
    token.cancel()
    #expect(log.values == ["start 1", "start 3", "end 1", "end 3"])
  }

  @Test func `awaiting a composed action waits for the last of them`() async {
    let store = StateStore<[Int], any NumberAction>([]) { $1.reduce(&$0) }
    await store.send(Append(number: 1) + Append(number: 2))
    #expect(store.state == [1, 2])
  }

  @Test func `a part whose type the store does not accept is reported, and the others are reduced`() {
    let told = Recorder<Misuse>()
    let store = StoreContext.with {
      $0.misuseReporter = told.reporter
    } operation: {
      self.store
    }
    store.dispatch(Append(number: 1) + Stranger() + Append(number: 2))
    runner.runUntilIdle()
    #expect(store.state == [1, 2])
    #expect(told.values.count == 1)
  }

  @Test func `L6: an action that a middleware composes for a store that was just released is reduced above`() {
    let root = store
    var child: StateStore<([Int], Int), any NumberAction>? = root.with(
      0,
      middleware: ClosureMiddleware { action, store in
        if (action as? Append)?.number == 0 { store.dispatch(Append(number: 1) + Append(number: 2)) }
        return action
      }
    ) { _, _ in }
    child?.dispatch(Append(number: 0))
    child = nil
    runner.runUntilIdle()
    #expect(root.state == [0, 1, 2])
  }

  @Test func `L1: a chain without work is reduced before later actions, even through a middleware`() {
    let store = StateStore<[Int], any NumberAction>(
      [], runner: runner, middleware: ClosureMiddleware { action, _ in action }
    ) { $1.reduce(&$0) }
    store.dispatch(Append(number: 1) + Append(number: 2))
    store.dispatch(Append(number: 3))
    store.map(actions: { (number: Int) -> any NumberAction in Append(number: number) + Append(number: number + 1) })
      .dispatch(4)
    store.dispatch(Append(number: 6))
    runner.runUntilIdle()
    #expect(store.state == [1, 2, 3, -1, 4, 5, 6])
  }

  @Test func `L14: the actions of one action's work are reduced before the next action`() {
    let store = store
    store.dispatch(Prompt(number: 1) + Append(number: 3))
    runner.runUntilIdle()
    #expect(store.state == [1, 2, 3])
  }

  @Test func `awaiting an action waits for the chain that an embedding creates from it`() async {
    let store = StateStore<[Int], any NumberAction>([]) { $1.reduce(&$0) }
    let embedded = store.map(actions: { (number: Int) -> any NumberAction in
      Prompt(number: number) + Append(number: number + 2) + Append(number: number + 3)
    })
    await embedded.send(1)
    #expect(store.state == [-1, 1, 2, 3, 4])
  }

  @Test func `the token of an action ends the work of the chain that an embedding creates from it`() {
    let (store, log) = (store, Recorder<String>())
    let embedded = store.map(actions: { (number: Int) -> any NumberAction in
      Work(number: number, log: log) + Work(number: number + 1, log: log)
    })
    let token = embedded.map(actions: { (text: String) in text.count }).start("1")
    runner.runUntilIdle()
    #expect(store.state == [-1, 1, 2])
    #expect(log.values == ["start 1", "start 2"])
    token.cancel()
    #expect(log.values == ["start 1", "start 2", "end 1", "end 2"])
  }

  @Test func `L6: a chain that an embedding creates is reduced even if its store was released at once`() {
    var root: StateStore<[Int], any NumberAction>? = store
    let seen = Recorder<[Int]>()
    let read = root?.node.readState
    root?.map(actions: { (number: Int) -> any NumberAction in Append(number: number) + Append(number: 2) }).dispatch(1)
    root = nil
    runner.runUntilIdle()
    seen.record(read?() ?? [])
    #expect(seen.values == [[-1, 1, 2]])
  }

  @Test func `map(actions:) calls its closure once for each action`() async {
    let calls = Recorder<Int>()
    let store = store
    let embedded = store.map(actions: { (number: Int) -> any NumberAction in
      calls.record(number)
      return Append(number: number)
    })
    let twice = embedded.map(actions: { (text: String) -> Int in text.count })
    embedded.dispatch(1)
    twice.dispatch("22")
    let token = embedded.start(3)
    runner.runUntilIdle()
    #expect(calls.values == [1, 2, 3])
    #expect(store.state == [1, 2, 3])
    token.cancel()
  }

  @Test func `map(actions:) calls its closure once for each action through a middleware too`() {
    let calls = Recorder<Int>()
    let store = StateStore<[Int], any NumberAction>(
      [], runner: runner, middleware: ClosureMiddleware { action, _ in action }
    ) { $1.reduce(&$0) }
    let embedded = store.map(actions: { (number: Int) -> any NumberAction in
      calls.record(number)
      return Append(number: number)
    })
    embedded.dispatch(1)
    runner.runUntilIdle()
    #expect(calls.values == [1])
  }

  @Test func `a middleware that endlessly creates chains of chains does not overflow the stack`() {
    let left = Guarded(1_000)
    let store = StateStore<Int, any NumberAction>(
      0, runner: runner,
      middleware: ClosureMiddleware { action, _ in
        let goesOn = left.withLock { left in
          left -= 1
          return left >= 0
        }
        guard action is Again, goesOn else { return action }
        return Again() + Append(number: 1)
      }
    ) { state, action in state += action is Append ? 1 : 0 }
    store.dispatch(Again())
    runner.runUntilIdle()
    #expect(store.state > 400)
  }
}
