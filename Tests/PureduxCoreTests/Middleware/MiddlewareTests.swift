import PureduxCore
import PureduxTesting
import Testing

@Suite struct MiddlewareTests {
  let runner = ManualRunner()
  let order = Recorder<String>()

  private func noting<State>(_ name: String) -> ClosureMiddleware<State, String> {
    ClosureMiddleware { [order] action, _ in
      order.record("\(name) \(action)")
      return action
    }
  }

  private func root(_ middleware: some Middleware<[String], String>) -> StateStore<[String], String> {
    StateStore([], runner: runner, middleware: middleware) { [order] state, action in
      order.record("reduce \(action)")
      state.append(action)
    }
  }

  @Test func `all middlewares on the path see an action, child first, before any reducer`() {
    let root = root(noting("a") + noting("b"))
    let plain = root.with(0) { [order] _, action in order.record("plain \(action)") }
    let child = plain.with(0, middleware: noting("child")) { [order] _, action in order.record("local \(action)") }
    child.dispatch("x")
    root.dispatch("y")
    runner.runUntilIdle()
    #expect(
      order.values == ["child x", "a x", "b x", "local x", "plain x", "reduce x"] + ["a y", "b y", "reduce y"])
  }

  @Test func `a replacement action continues up the path, and each store reduces it as it arrives there`() {
    let root = root(ClosureMiddleware { action, _ in action + "!" })
    let child = root.with([String](), middleware: ClosureMiddleware { action, _ in action + "?" }) { $0.append($1) }
    child.dispatch("x")
    root.map(actions: { (number: Int) in "\(number)" }).dispatch(1)
    runner.runUntilIdle()
    #expect(child.state.1 == ["x?"])
    #expect(root.state == ["x?!", "1!"])
  }

  @Test func `an action that any middleware drops is not reduced, and waiting for it ends`() async {
    let root = StateStore<[String], String>([], middleware: ClosureMiddleware { $1.state.isEmpty ? $0 : nil }) {
      $0.append($1)
    }
    let child = root.with([String]()) { $0.append($1) }
    let events = Recorder<String>()
    let tap = root.tap { event in if case .dropped(let action) = event.kind { events.record("\(action)") } }
    await child.send("first")
    await child.send("second")
    await root.settled()
    #expect(child.state == (["first"], ["first"]))
    #expect(events.values == ["second"])
    withExtendedLifetime(tap) {}
  }

  @Test func `no observer is called for a turn that reduced nothing`() {
    let root = root(ClosureMiddleware { action, _ in action == "no" ? nil : action })
    let seen = Recorder<[String]>()
    let subscription = root.subscribe { seen.record($0) }
    root.dispatch("no")
    root.dispatch("yes")
    runner.runUntilIdle()
    #expect(seen.values == [[], ["yes"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `L4: a dispatch from a middleware is appended to the queue`() {
    let root = root(
      ClosureMiddleware { action, store in
        if action == "a" { store.dispatch("from a") }
        return action
      })
    root.dispatch("a")
    root.dispatch("b")
    runner.runUntilIdle()
    #expect(root.state == ["a", "b", "from a"])
  }

  @Test func `L6: an action that a middleware dispatches for a store that was just released is reduced above`() {
    let root = root(noting("root"))
    var child: StateStore<([String], Int), String>? = root.with(
      0,
      middleware: ClosureMiddleware { action, store in
        if action == "a" { store.dispatch("last words") }
        return action
      }
    ) { _, _ in }
    child?.dispatch("a")
    child = nil
    runner.runUntilIdle()
    #expect(root.state == ["a", "last words"])
  }

  @Test func `a middleware that keeps its store's dispatch is reported after the store's release`() {
    let (told, kept) = (Recorder<Misuse>(), Recorder<Dispatch<String>>())
    StoreContext.with {
      $0.misuseReporter = told.reporter
    } operation: {
      root(
        ClosureMiddleware { action, store in
          kept.record(store.dispatch)
          return action
        }
      ).dispatch("a")
      runner.runUntilIdle()
      kept.values.first?("late")
    }
    #expect(told.values.map(\.whatHappened) == ["`late` was dispatched to a store that no longer exists"])
  }

  @Test func `a middleware sees the state of its own child before the action`() {
    let seen = Recorder<String>()
    let root = root(noting("root"))
    let child = root.with(
      0,
      middleware: ClosureMiddleware { action, store in
        seen.record("\(store.state)")
        return action
      }
    ) { count, _ in count += 1 }
    child.dispatch("x")
    child.dispatch("y")
    runner.runUntilIdle()
    #expect(seen.values == ["([], 0)", #"(["x"], 1)"#])
  }

  @Test func `a middleware is attached once, before any action`() {
    let log = Recorder<String>()
    struct Attached: Middleware {
      let log: Recorder<String>
      func handle(_ action: String, at store: MiddlewareContext<[String], String>) -> String? { action }
      func attach(to store: StateStore<[String], String>) {
        log.record("attached")
        store.dispatch("hello")
      }
    }
    let root = root(noting("a") + Attached(log: log))
    runner.runUntilIdle()
    #expect(log.values == ["attached"] && root.state == ["hello"])
  }

  @Test func `a report on standard error escapes control characters and characters that hide text`() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      MisuseReporter.standardError.report(Misuse("`a\u{1B}[2J\u{202E}` was sent\r", so: "b\tc", fix: "d"))
    }
    // A report keeps its own line breaks.
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains(
        #"Puredux: `a\u{1B}[2J\u{202E}` was sent\u{D}, so b\u{9}c."# + "\nTo fix: d.\n"))
  }
}
