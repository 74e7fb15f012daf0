import Testing

@testable import PureduxEffects

/// Which runs work, which wait for admission, and which are created again later.
struct AdmissionTests {
  typealias Model = SupervisorStateModel

  @Test func `leading work is not disturbed`() {
    let model = Model("a", overlap: .leading)
    model.change(all { $0.restart() })
    model.ready(0)
    model.change(all { $0.restart() })
    model.end(0)
    #expect(model.log == ["make a1", "begin a1"])
    model.change(all { $0.restart() })
    #expect(model.log == ["make a1", "begin a1", "make a3"])
    #expect(!model.runs[0].isClosed.isRaised)
  }

  @Test func `queued work waits for running work, in order, and none is skipped`() {
    let model = Model("a", overlap: .queued)
    model.change(all { $0.run() })
    for name in ["b", "c"] {
      let next = Effect.State.running()
      model.names[next.id] = name
      model.change { $0 = [next] }
    }
    for index in [2, 0, 1] { model.ready(index) }
    #expect(model.log == ["make a1", "make b1", "make c1", "begin a1"])
    model.end(0)
    model.end(1)
    model.end(2)
    #expect(model.log.suffix(2) == ["begin b1", "begin c1"])
  }

  @Test func `a limit admits the first runs, and the rest wait in order`() {
    let model = Model("a", "b", "c", "d", limit: 2)
    model.change(all { $0.run() })
    for index in (0..<4).reversed() { model.ready(index) }
    #expect(model.log.suffix(2) == ["begin b1", "begin a1"])
    model.change { $0[2].cancel() }
    model.end(0)
    #expect(model.log.suffix(2) == ["stop c1", "begin d1"])
  }

  @Test func `work that waits for its delay does not count towards the limit`() {
    let model = Model("a", "b", limit: 1)
    model.change { $0[0].run(maxAttempts: 1, delay: 60) }
    model.delay(0)
    model.change { $0[1].run() }
    model.ready(1)
    model.passDelay(0)
    model.end(1)
    #expect(model.log == ["make a1", "make b1", "begin b1", "begin a1"])
  }

  @Test func `postponed work is re-evaluated with each state, until it is cancelled`() {
    let model = Model("a", "b", limit: 1)
    model.change(all { $0.run() })
    #expect(model.postpone(0) == false)
    model.ready(1)
    model.change { _ in }
    #expect(model.log == ["make a1", "make b1", "begin b1", "make a1"])
    #expect(model.postpone(2) == false)
    model.change { $0[0].cancel() }
    model.change { _ in }
    #expect(model.log == ["make a1", "make b1", "begin b1", "make a1", "stop a1"])
  }

  @Test func `work postponed by an outdated state is re-evaluated at once`() {
    let model = Model("a")
    model.change(all { $0.run() })
    let revision = model.state.revision
    model.change { _ in }
    #expect(model.postpone(0, asOf: revision))
  }

  @Test func `queued work that was postponed leaves nothing behind`() {
    let model = Model("a", overlap: .queued)
    model.change(all { $0.run() })
    _ = model.postpone(0)
    // It leaves its place to the next run, and is created again later.
    model.change { $0 = [] }
    model.ready(1)
    model.end(1)
    model.log = []
    model.perform(model.state.end())
    #expect(model.log == [])
  }
}
