import PureduxCore
import PureduxTesting
import Testing

private struct Working: WorkAction {
  let name: String
  let log: Recorder<String>
  func startWork(at store: WorkContext) -> StoreSubscription? {
    log.record("\(name) at \(store.stateType)")
    return nil
  }
}

extension WorkContext {
  fileprivate var stateType: String { state(as: Int.self) != nil ? "the root" : "the child" }
}

@Suite struct MiddlewareWorkTests {
  let log = Recorder<String>()
  let runner = ManualRunner()

  /// Adds work to one action, removes the work of another, and drops a third.
  private func makeRoot() -> StateStore<Int, any Sendable> {
    StateStore(
      0, runner: runner,
      middleware: ClosureMiddleware { [log] action, _ -> (any Sendable)? in
        switch action as? String {
        case "make": Working(name: "made", log: log)
        case "stop": nil
        default: (action as? Working)?.name == "swap" ? "nothing" : action
        }
      }
    ) { _, _ in }
  }

  private func working(_ name: String) -> Working { Working(name: name, log: log) }

  @Test func `work starts for the action that was reduced, not for a dropped or replaced one`() {
    let store = makeRoot()
    for action in ["make", "stop", working("swap"), working("plain")] as [any Sendable] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(log.values == ["made at the root", "plain at the root"])
  }

  @Test func `an action sent to a child also does the work of the last middleware's replacement`() {
    let child = makeRoot().with("") { _, _ in }
    for action in ["make", "stop", working("swap"), working("plain")] as [any Sendable] { child.dispatch(action) }
    runner.runUntilIdle()
    #expect(log.values == ["made at the child", "plain at the child"])
  }

  @Test func `a replaced embedded action does not do its work, but its replacement does, in the parent`() {
    let child = makeRoot().map(state: { "\($0)" }).map(actions: { [log] (name: String) -> any Sendable in
      name == "make" || name == "stop" ? name : Working(name: name, log: log)
    })
    for action in ["make", "stop", "swap", "plain"] { child.dispatch(action) }
    runner.runUntilIdle()
    #expect(log.values == ["made at the child", "plain at the child"])
  }

  @Test func `an action does its own work at the store it was sent to, whatever replaces it above`() {
    let root = makeRoot()
    root.map(actions: { (work: Working) -> any Sendable in work.name }).dispatch(working("own"))
    runner.runUntilIdle()
    #expect(log.values == ["own at the root"])
  }
}
