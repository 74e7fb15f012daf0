import Testing

@testable import PureduxEffects

/// The decisions alone: no thread, no task, no store.
struct SupervisionTests {
  /// A collection of states under supervision, and what was commanded.
  final class Model {
    var supervision: Supervision
    var asked: [Effect.State] = []
    var runs: [EffectRun] = []
    var log: [String] = []
    var names: [Identity: String] = [:]

    init(_ names: String..., overlap: Effect.Overlap = .latest, limit: Int? = nil) {
      supervision = Supervision(overlap: overlap, limit: limit)
      for name in names { add(name) }
    }

    func add(_ name: String) {
      let state = Effect.State.idle()
      names[state.id] = name
      asked.append(state)
    }

    func change(_ change: (inout [Effect.State]) -> Void) {
      let old = asked
      change(&asked)
      old.withUnsafeBufferPointer { old in
        asked.withUnsafeBufferPointer { perform(supervision.change(Supervision.Difference(from: old, to: $0))) }
      }
      perform(supervision.stateChanged())
    }

    func perform(_ commands: [Supervision.Command]) {
      for command in commands {
        switch command {
        case .make(let run):
          runs.append(run)
          log.append("make \(name(run))")
        case .stop(let stop):
          stop.run.isClosed.raise()
          log.append("stop \(name(stop.run))")
        case .begin(let run, _): log.append("begin \(name(run))")
        case .report: log.append("misuse")
        }
      }
    }

    func ready(_ index: Int) {
      if supervision.ready(runs[index], Effect {}) { log.append("begin \(name(runs[index]))") }
    }

    func postpone(_ index: Int, asOf revision: Int? = nil) -> Bool {
      var commands: [Supervision.Command] = []
      defer { perform(commands) }
      return supervision.postpone(runs[index], asOf: revision ?? supervision.revision, &commands)
    }

    func end(_ index: Int) { perform(supervision.ended(runs[index])?.commands ?? []) }

    private func name(_ run: EffectRun) -> String { "\(names[run.state.id] ?? "?")\(run.state.generation)" }
  }

  private func all(_ change: @escaping (inout Effect.State) -> Void) -> (inout [Effect.State]) -> Void {
    { states in for index in states.indices { change(&states[index]) } }
  }

  @Test func `nothing starts until the state asks, and then once`() {
    let model = Model("a")
    model.change { _ in }
    model.change(all { $0.run() })
    model.change(all { $0.run() })
    #expect(model.log == ["make a1"])
  }

  @Test func `a restart stops the old run before it makes the new one`() {
    let model = Model("a")
    model.change(all { $0.run() })
    model.ready(0)
    model.change(all { $0.restart() })
    #expect(model.log == ["make a1", "begin a1", "stop a1", "make a2"])
    #expect(model.runs[0].isClosed.isRaised)
  }

  @Test func `cancel stops at any stage, and only once`() {
    for stage in 0..<3 {
      let model = Model("a")
      model.change(all { $0.run() })
      if stage > 0 { model.ready(0) }
      if stage > 1 { model.end(0) }
      model.change(all { $0.cancel() })
      model.change(all { $0.reset() })
      #expect(model.log.filter { $0 == "stop a1" }.count == 1)
      #expect(model.supervision.isQuiet)
    }
  }

  @Test(arguments: [Effect.State.Status.success, .failure, .idle])
  func `a result lets the work finish, but stops what has not begun`(status: Effect.State.Status) {
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
    #expect(working.supervision.isQuiet)

    let waiting = Model("a")
    waiting.change(all { $0.run(maxAttempts: 1, delay: 5) })
    waiting.change(all(settle))
    waiting.ready(0)
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

  @Test func `work that ended is not started again while the state still asks for it`() {
    let model = Model("a", "b")
    model.change(all { $0.run() })
    model.ready(0)
    model.end(0)
    model.change { $0[1].cancel() }
    model.change { $0.swapAt(0, 1) }
    #expect(model.log == ["make a1", "make b1", "begin a1", "stop b1"])
  }

  @Test func `an element that leaves the collection is stopped, the others are left alone`() {
    let model = Model("a", "b", "c", "d")
    model.change(all { $0.run() })
    model.log = []
    model.change { $0.remove(at: 1) }
    #expect(model.log == ["stop b1"])
    model.change { $0.reverse() }
    #expect(model.log == ["stop b1"])
    model.change { $0 = [] }
    #expect(Set(model.log) == ["stop b1", "stop a1", "stop c1", "stop d1"])
    #expect(model.supervision.isQuiet)
  }

  @Test func `the same state twice runs once and is reported once`() {
    let model = Model("a", "b")
    model.change(all { $0.run() })
    model.change { $0.append($0[0]) }
    model.change { $0[1].cancel() }
    #expect(model.log == ["make a1", "make b1", "misuse", "stop b1"])
    model.change { $0.removeLast() }
    #expect(model.log.count == 4)
    model.change { $0[0].cancel() }
    #expect(model.log.last == "stop a1")
    #expect(model.supervision.isQuiet)
  }

  @Test func `of equal states that arrive together one runs`() {
    let model = Model("a")
    model.change {
      $0[0].run()
      $0.append($0[0])
    }
    #expect(model.log == ["make a1", "misuse"])
  }

  @Test func `leading work is not disturbed`() {
    let model = Model("a", overlap: .leading)
    model.change(all { $0.restart() })
    model.ready(0)
    model.change(all { $0.restart() })
    model.end(0)
    #expect(model.log == ["make a1", "begin a1"])
    model.change(all { $0.restart() })
    #expect(model.log == ["make a1", "begin a1", "stop a1", "make a3"])
  }

  @Test func `queued work waits for what runs, in order, and none is left out`() {
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

  @Test func `a limit lets the first ones work and the rest wait in order`() {
    let model = Model("a", "b", "c", "d", limit: 2)
    model.change(all { $0.run() })
    for index in (0..<4).reversed() { model.ready(index) }
    #expect(model.log.suffix(2) == ["begin b1", "begin a1"])
    model.change { $0[2].cancel() }
    model.end(0)
    #expect(model.log.suffix(2) == ["stop c1", "begin d1"])
  }

  @Test func `work that waits for its delay takes no place from others`() {
    let model = Model("a", "b", limit: 1)
    model.change { $0[0].run(maxAttempts: 1, delay: 60) }
    model.change { $0[1].run() }
    model.ready(1)
    model.ready(0)
    model.end(1)
    #expect(model.log == ["make a1", "make b1", "begin b1", "begin a1"])
  }

  @Test func `postponed work is asked again with each state, and not once it is cancelled`() {
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

  @Test func `work postponed by an old state asks again at once`() {
    let model = Model("a")
    model.change(all { $0.run() })
    let revision = model.supervision.revision
    model.change { _ in }
    #expect(model.postpone(0, asOf: revision))
  }

  @Test func `an undone change starts what the state asks for again`() {
    let model = Model("a")
    model.change(all { $0.run() })
    let before = model.asked
    model.change(all { $0.restart() })
    model.change { $0 = before }
    #expect(model.log == ["make a1", "stop a1", "make a2", "stop a2", "make a1"])
  }

  @Test func `the end stops all`() {
    let model = Model("a", "b", limit: 1)
    model.change(all { $0.run() })
    model.ready(0)
    model.perform(model.supervision.end())
    #expect(Set(model.log.suffix(2)) == ["stop a1", "stop b1"])
    #expect(model.supervision.isQuiet)
  }
}
