import PureduxCore
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

/// Appends, and then does work until it is told to stop.
private struct Work: NumberAction, WorkAction {
  var number: Int
  let log: Recorder<String>
  func reduce(_ state: inout [Int]) { state.append(number) }
  func startWork(at site: WorkSite) -> StoreSubscription? {
    log.record("start \(number)")
    return StoreSubscription { [log, number] in log.record("end \(number)") }
  }
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
    store.dispatch(Append(number: 4).then(Append(number: 5)).then(Append(number: 6)))
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

  @Test func `a part of a type that the store does not take is reported, and the others are reduced`() {
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

  @Test func `L6: what a middleware composes for a store that was just released is reduced above`() {
    let root = store
    var child: StateStore<([Int], Int), any NumberAction>? = root.with(
      0,
      middleware: ClosureMiddleware { action, site in
        if (action as? Append)?.number == 0 { site.dispatch(Append(number: 1) + Append(number: 2)) }
        return action
      }
    ) { _, _ in }
    child?.dispatch(Append(number: 0))
    child = nil
    runner.runUntilIdle()
    #expect(root.state == [0, 1, 2])
  }
}
