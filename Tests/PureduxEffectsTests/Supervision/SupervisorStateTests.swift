import Testing

@testable import PureduxEffects

/// Only the decisions, without a thread, a task or a store.
struct SupervisorStateTests {
  typealias Model = SupervisorStateModel

  @Test func `nothing starts until the state asks, and then once`() {
    let model = Model("a")
    model.change { _ in }
    model.change(all { $0.run() })
    model.change(all { $0.run() })
    #expect(model.log == ["make a1"])
  }

  @Test func `a restart stops the old run before it creates the new run`() {
    let model = Model("a")
    model.change(all { $0.run() })
    model.ready(0)
    model.change(all { $0.restart() })
    #expect(model.log == ["make a1", "begin a1", "stop a1", "make a2"])
    #expect(model.runs[0].isClosed.isRaised)
  }

  @Test func `a cancel stops a run at any stage, and only once`() {
    for stage in 0..<3 {
      let model = Model("a")
      model.change(all { $0.run() })
      if stage > 0 { model.ready(0) }
      if stage > 1 { model.end(0) }
      model.change(all { $0.cancel() })
      model.change(all { $0.reset() })
      #expect(model.log.filter { $0 == "stop a1" }.count == 1)
      #expect(model.state.isQuiet)
    }
  }

  @Test(arguments: [Effect.State.WorkStatus.success, .failure, .idle])
  func `a result lets running work finish, but stops work that has not begun`(status: Effect.State.WorkStatus) {
    func settle(_ state: inout Effect.State) {
      switch status {
      case .success: state.succeed()
      case .failure: state.fail(nil)
      default: state.reset()
      }
    }
    let working = Model("a")
    working.change(all { $0.run() })
    working.ready(0)
    working.change(all(settle))
    #expect(working.log == ["make a1", "begin a1"])
    working.end(0)
    #expect(working.state.isQuiet)

    let waiting = Model("a")
    waiting.change(all { $0.run(maxAttempts: 1, delay: 5) })
    waiting.delay(0)
    waiting.change(all(settle))
    waiting.passDelay(0)
    #expect(waiting.log == ["make a1", "stop a1"])
  }

  @Test func `a new run stops one that was still finishing`() {
    let model = Model("a")
    model.change(all { $0.run() })
    model.ready(0)
    model.change(all { $0.succeed() })
    model.change(all { $0.run() })
    #expect(model.log == ["make a1", "begin a1", "stop a1", "make a2"])
  }

  @Test func `ended work is not started again while the state still requests it`() {
    let model = Model("a", "b")
    model.change(all { $0.run() })
    model.ready(0)
    model.end(0)
    model.change { $0[1].cancel() }
    model.change { $0.swapAt(0, 1) }
    #expect(model.log == ["make a1", "make b1", "begin a1", "stop b1"])
  }

  @Test func `an undone change starts the work that the state requests again`() {
    let model = Model("a")
    model.change(all { $0.run() })
    let before = model.requests
    model.change(all { $0.restart() })
    model.change { $0 = before }
    #expect(model.log == ["make a1", "stop a1", "make a2", "stop a2", "make a1"])
  }

  @Test func `the end of the store stops all runs`() {
    let model = Model("a", "b", limit: 1)
    model.change(all { $0.run() })
    model.ready(0)
    model.perform(model.state.end())
    #expect(Set(model.log.suffix(2)) == ["stop a1", "stop b1"])
    #expect(model.state.isQuiet)
  }
}
