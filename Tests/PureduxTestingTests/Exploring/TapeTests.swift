import Testing

@testable import PureduxTesting

@Suite struct `A tape` {
  private static let tape = Tape(steps: [
    Tape.Step(kind: .launch, outside: [3]), Tape.Step(kind: .send, name: ".put(\"a, b\")", isRushed: true),
    Tape.Step(kind: .send, choice: 7), Tape.Step(kind: .wait), Tape.Step(kind: .second),
    Tape.Step(kind: .tenMinutes, order: [0, 2, 1]), Tape.Step(kind: .restart),
    Tape.Step(kind: .undo, name: ".toggle(1)"), Tape.Step(kind: .networkGone),
    Tape.Step(kind: .networkBack, outside: [0, 5]), Tape.Step(kind: .change, name: "a second client"),
  ])

  @Test func `is read as it was written`() throws {
    let text = Self.tape.lines
    #expect(
      text == [
        "launch", "  requests: lost", "send .put(\"a, b\")", "  rushed", "send #7", "wait", "wait 1 s", "wait 10 min",
        "  order: 0, 2, 1", "restart", "undo .toggle(1)", "network gone", "network back", "  requests: answered, twice",
        "change a second client",
      ])
    #expect(try Tape(text.joined(separator: "\n")) == Self.tape)
  }

  @Test func `is written without the zeros at the end of a lane`() {
    let tape = Tape(steps: [Tape.Step(kind: .wait, order: [0, 0], outside: [1, 0])])
    #expect(tape.lines == ["wait", "  requests: soon"])
  }

  @Test(arguments: ["jump", "send", "change", "wait 2 s", "launch\n  colors: red", "wait 1 s now", "  rushed"])
  func `that cannot be read names its line`(text: String) {
    let error = #expect(throws: Tape.Unreadable.self) { try Tape(text) }
    #expect(error?.line == text.split(separator: "\n").last.map(String.init))
  }

  @Test func `with hostile numbers chooses what exists`() {
    let failures = RecordedFailures()
    failures.recording {
      Exploration(server: 0) { outside in
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1]
      }
      .outsideChanges("first") { $0 += 1 }
      .replay("send 1\n  order: -5, 99999999999999999999\n  requests: nothing\nsend 1\n  order: 9223372036854775807")
    }
    #expect(failures.values.isEmpty)
  }
}

@Suite struct `The choices of a run` {
  @Test func `depend only on the seed`() {
    func tape(_ seed: UInt64) -> Tape {
      let choices = Choices(seed: seed, stepCount: 20, isSwarming: true)
      while let step = choices.next({ Tape.Step(kind: .send, choice: Int.random(in: 0..<9, using: &$0)) }) {
        _ = (step, choices.order(of: 4), choices.answer())
      }
      return choices.tape
    }
    #expect(tape(3) == tape(3))
    #expect(tape(3) != tape(4))
    #expect(tape(3).steps.count == 21)
  }

  @Test func `of a tape go on with the simplest ones`() {
    let choices = Choices(Tape(steps: [Tape.Step(kind: .launch, order: [2, 9], outside: [4])]))
    _ = choices.next { _ in Tape.Step(kind: .wait) }
    #expect([choices.order(of: 3), choices.order(of: 3), choices.order(of: 3)] == [2, 2, 0])
    #expect([choices.answer(), choices.answer()] == [.late, .answered])
    #expect(choices.next { _ in Tape.Step(kind: .wait) } == nil)
  }

  @Test func `of a swarm leave out the same cases in every process`() {
    let swarm = Swarm(usedShare: 50, salt: 12)
    #expect(["add", "remove", "toggle", "undo", "redo", "move"].filter(swarm.uses) == Self.usedCases)
    #expect(Swarm(usedShare: 100, salt: 12).uses("add"))
  }

  private static let usedCases = ["add", "toggle", "undo", "redo"]
}

@Suite struct `A shrinker` {
  private static func tape(_ choices: [Int]) -> Tape {
    Tape(
      steps: [Tape.Step(kind: .launch)]
        + choices.map { Tape.Step(kind: .send, choice: $0, order: [1, 2], outside: [3]) })
  }

  private static func shrunk(_ tape: Tape, while isBroken: @escaping (Tape) -> Bool) -> (best: Tape, runCount: Int) {
    var shrinker = Shrinker(tape) { isBroken($0) ? $0 : nil }
    shrinker.run()
    return (shrinker.best, shrinker.runCount)
  }

  @Test func `removes the steps, lanes and numbers that do not matter`() {
    let (best, runCount) = Self.shrunk(Self.tape(Array(0..<40))) { tape in
      tape.steps.contains { $0.choice >= 17 } && tape.steps.contains { $0.choice == 3 && $0.order == [1, 2] }
    }
    #expect(best.steps.dropFirst().map(\.choice) == [3, 17])
    #expect(best.steps.dropFirst().map(\.order) == [[1, 2], []])
    #expect(best.steps.allSatisfy { $0.outside == [] })
    #expect(runCount < 100)
  }

  @Test func `joins waits into a longer one`() {
    let waits = Tape(steps: [Tape.Step(kind: .launch)] + (0..<6).map { _ in Tape.Step(kind: .wait) })
    func seconds(_ tape: Tape) -> Int {
      tape.steps.reduce(0) { $0 + ([.wait: 1, .second: 3, .tenMinutes: 100][$1.kind] ?? 0) }
    }
    #expect(Self.shrunk(waits) { seconds($0) >= 5 }.best.steps.map(\.kind) == [.launch, .tenMinutes])
    #expect(Self.shrunk(waits) { seconds($0) >= 2 }.best.steps.map(\.kind) == [.launch, .second])
  }

  @Test func `makes a wait shorter`() {
    let waits = Tape(steps: [Tape.Step(kind: .launch), Tape.Step(kind: .tenMinutes)])
    #expect(Self.shrunk(waits) { $0.steps.count == 2 }.best.steps.map(\.kind) == [.launch, .wait])
  }

  @Test func `keeps a run that cannot be shorter`() {
    let tape = Self.tape([1, 2])
    let (best, _) = Self.shrunk(tape) { $0 == tape }
    #expect(best == tape)
  }

  @Test func `ends after a limited number of runs`() {
    var shrinker = Shrinker(Self.tape(Array(0..<200)), atMost: 50) { _ in nil }
    shrinker.run()
    #expect(shrinker.runCount == 50)
  }
}
