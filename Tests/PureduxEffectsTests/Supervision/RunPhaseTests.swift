import Testing

@testable import PureduxEffects

/// The table of transitions: every phase and every event.
struct RunPhaseTests {
  private static let timer = StoreTimer {}
  private static let work = WaitingWork(Effect {}, timer: timer)
  private static let timeout = RunTimeout(timer: timer, dispatch: TimeoutDispatch(of: run))
  private static let run = EffectRun(.running(), number: 1, slot: 0)

  private static let phases: [(name: String, phase: RunPhase)] = [
    ("making", .making(.none, nil)), ("making, queued", .making(.queued, nil)),
    ("making, admitted", .making(.admitted, nil)), ("delayed", .delayed(work)), ("queued", .queued(work)),
    ("working", .working(.init(stage: .making))), ("working later", .working(.init(stage: .working))),
    ("working with timeout", .working(.init(stage: .making, timeout: timeout))), ("postponed", .postponed),
    ("ended", .ended(nil)), ("timed out", .ended(timeout.dispatch)),
  ]

  private static let events: [(name: String, event: RunPhase.Event)] = [
    ("made", .made), ("made to wait", .madeToWait(work)), ("delayed", .delayed(work)), ("postponed", .postponed),
    ("delay passed, queued", .delayPassed(.queued)), ("delay passed, admitted", .delayPassed(.admitted)),
    ("delay passed, none", .delayPassed(.none)), ("admitted", .admitted), ("timeout set", .timeoutSet(timeout)),
    ("ended", .ended), ("timed out", .timedOut),
  ]

  /// All other transitions are impossible.
  private static let transitions = [
    "making + delayed": "delayed", "making + postponed": "postponed",
    "making, queued + made to wait": "queued", "making, queued + postponed": "postponed",
    "making, queued + admitted": "making, admitted",
    "making, admitted + made": "working", "making, admitted + postponed": "postponed",
    "delayed + delay passed, queued": "queued", "delayed + delay passed, admitted": "working later",
    "queued + admitted": "working later",
    "working + timeout set": "working with timeout", "working + ended": "ended",
    "working later + timeout set": "working later with timeout", "working later + ended": "ended",
    "working with timeout + ended": "ended", "working with timeout + timed out": "timed out",
  ]

  private func name(of phase: RunPhase) -> String {
    switch phase {
    case .making(.none, _): "making"
    case .making(let admission, _): "making, \(admission)"
    case .delayed: "delayed"
    case .queued: "queued"
    case .working(let work):
      "working" + (work.stage == .working ? " later" : "") + (work.timeout == nil ? "" : " with timeout")
    case .postponed: "postponed"
    case .ended(let dispatch): dispatch == nil ? "ended" : "timed out"
    }
  }

  @Test func `each event causes a transition in the phases in which it can happen, and is ignored in the others`() {
    for (phaseName, phase) in Self.phases {
      #expect(name(of: phase) == phaseName)
      for (eventName, event) in Self.events {
        var next = phase
        let isPossible = next.advance(event)
        let expected = Self.transitions["\(phaseName) + \(eventName)"]
        #expect(isPossible == (expected != nil), "\(phaseName) + \(eventName)")
        #expect(name(of: next) == expected ?? phaseName, "\(phaseName) + \(eventName)")
      }
    }
  }

  @Test func `an event that cannot happen stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      let model = SupervisorStateModel("a")
      model.change(all { $0.run() })
      model.end(0)
    }
  }

  @Test func `a task is stored if the run is still in its phase, and not otherwise`() {
    for (name, phase) in Self.phases {
      for stage in [RunTask.Stage.making, .working] {
        let task = Task {}
        var next = phase
        next.keep(RunTask(run: Self.run, stage: stage, task: task))
        let isKept =
          switch phase {
          case .making: stage == .making
          case .working(let work): work.stage == stage
          default: false
          }
        #expect((next.task == task) == isKept, "\(name), \(stage)")
      }
    }
  }
}
