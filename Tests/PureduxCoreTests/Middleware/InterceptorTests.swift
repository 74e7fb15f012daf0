import PureduxCore
import PureduxTesting
import Testing

@Suite struct InterceptorTests {
  let runner = ManualRunner()
  let seen = Recorder<String>()

  private var root: StateStore<[String], String> {
    StateStore([], runner: runner) { [seen] action, dispatch in
      seen.record(action)
      if action.hasPrefix("ask") { dispatch("answer to \(action)") }
    } reducer: {
      $0.append($1)
    }
  }

  @Test func `an interceptor is called once for each action, whichever store received the action`() {
    let root = root
    let child = root.with([String]()) { $0.append($1) }
    child.with(0) { _, _ in }.dispatch("a")
    child.map(actions: { (number: Int) in "\(number)" }).dispatch(1)
    root.dispatch("b")
    runner.runUntilIdle()
    #expect(seen.values == ["a", "1", "b"])
  }

  @Test func `an interceptor receives the action that the root reduced, even if a middleware replaced the action`() {
    let root = root
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action + "!" }) { _, _ in }
    child.with(0) { _, _ in }.dispatch("a")
    child.map(actions: { (number: Int) in "\(number)" }).dispatch(1)
    runner.runUntilIdle()
    #expect(root.state == ["a!", "1!"])
    #expect(seen.values == root.state)
  }

  @Test func `the actions of an interceptor are dispatched to the store that received the action`() {
    let root = root
    let child = root.with([String]()) { $0.append($1) }
    child.dispatch("ask child")
    root.dispatch("ask root")
    child.map(actions: { (number: Int) in "ask \(number)" }).dispatch(1)
    runner.runUntilIdle()
    #expect(child.state.1 == ["ask child", "ask 1", "answer to ask child", "answer to ask 1"])
    #expect(root.state.contains("answer to ask root"))
    #expect(root.state.count == 6)
  }

  @Test func `an action that a middleware drops never reaches the interceptor`() {
    let root = root
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action == "no" ? nil : action }) { _, _ in }
    child.dispatch("no")
    child.dispatch("yes")
    runner.runUntilIdle()
    #expect(seen.values == ["yes"])
  }
}
