import Testing

@testable import PureduxEffects

/// Every phase of a run, and every message that can reach the supervisor then.
struct SupervisorMessageTests {
  typealias Model = SupervisorStateModel

  private enum Phase: CaseIterable {
    case making, waitingToMake, delayed, queued, working, workingWithTimeout, postponed, ended, timedOut, stopped

    /// Brings the run "b" into this phase; "a" occupies the only place if necessary.
    func model() -> Model {
      let needsPlace = self == .waitingToMake || self == .queued
      let model = Model("a", "b", limit: 1)
      if needsPlace {
        model.change { $0[0].run() }
        model.ready(0)
      }
      model.change { $0[1].run(maxAttempts: 1, delay: self == .delayed ? 5 : 0) }
      let index = model.runs.count - 1
      switch self {
      case .making, .waitingToMake: break
      case .delayed: model.delay(index)
      case .postponed: _ = model.postpone(index)
      case .queued, .working: model.ready(index)
      case .workingWithTimeout, .timedOut:
        model.ready(index)
        _ = model.state.timeoutSet(Self.timeout(of: model.runs[index]), of: model.runs[index])
        if self == .timedOut { model.perform(model.state.timedOut(model.runs[index])?.commands ?? .init()) }
      case .ended:
        model.ready(index)
        model.end(index)
      case .stopped: model.change { $0[1].cancel() }
      }
      model.log = []
      return model
    }

    static func timeout(of run: EffectRun) -> RunTimeout {
      RunTimeout(timer: StoreTimer {}, dispatch: TimeoutDispatch(of: run))
    }
  }

  private func log(_ phase: Phase, _ message: (Model, EffectRun) -> Void) -> [String] {
    let model = phase.model()
    message(model, model.runs[model.runs.count - 1])
    return model.log
  }

  @Test func `a cancel stops the run in any phase, and a restart starts a new one`() {
    for phase in Phase.allCases {
      let isGone = phase == .stopped
      #expect(log(phase) { model, _ in model.change { $0[1].cancel() } } == (isGone ? [] : ["stop b1"]), "\(phase)")
      let anew = log(phase) { model, _ in model.change { $0[1].restart() } }
      #expect(anew == (isGone ? [] : ["stop b1"]) + ["make b2"], "\(phase)")
    }
  }

  @Test func `a result stops work that has not begun, and lets the rest finish`() {
    for phase in Phase.allCases {
      let mayFinish = [.working, .workingWithTimeout, .ended, .timedOut, .stopped].contains(phase)
      #expect(log(phase) { model, _ in model.change { $0[1].succeed() } } == (mayFinish ? [] : ["stop b1"]), "\(phase)")
    }
  }

  @Test func `removing a state stops its run`() {
    for phase in Phase.allCases {
      let log = log(phase) { model, _ in model.change { $0.removeLast() } }
      #expect(log == (phase == .stopped ? [] : ["stop b1"]), "\(phase)")
    }
  }

  @Test func `a state change elsewhere re-evaluates postponed effects, and nothing else`() {
    for phase in Phase.allCases {
      #expect(log(phase) { model, _ in model.change { _ in } } == (phase == .postponed ? ["make b1"] : []), "\(phase)")
    }
  }

  @Test func `the end of the store stops every run once`() {
    for phase in Phase.allCases {
      let log = log(phase) { model, _ in
        model.perform(model.state.end())
        model.perform(model.state.end())
      }
      #expect(log.filter { $0 == "stop b1" }.count == (phase == .stopped ? 0 : 1), "\(phase)")
    }
  }

  @Test func `when a run ends, waits for its state or is stopped, the next run is admitted`() {
    for phase in [Phase.making, .working, .workingWithTimeout] {
      let model = phase.model()
      let run = model.runs[0]
      model.change { $0[0].run() }
      model.ready(1)
      #expect(model.log == ["make a1"], "\(phase)")
      switch phase {
      case .making: _ = model.postpone(0)
      case .working: model.end(0)
      default: model.perform(model.state.timedOut(run)?.commands ?? .init())
      }
      #expect(model.log == ["make a1", "begin a1"], "\(phase)")
    }
  }

  @Test func `only the first of an end and a timeout counts`() {
    for phase in [Phase.ended, .timedOut] {
      let model = phase.model()
      let (end, timeout) = (model.state.ended(model.runs[0]), model.state.timedOut(model.runs[0]))
      #expect(end == nil && timeout == nil)
      #expect(model.state.isQuiet)
    }
  }

  @Test func `messages of a run that was stopped change nothing`() {
    let model = Phase.stopped.model()
    let run = model.runs[0]
    let (mayWork, isDelayed) = (model.state.made(run, Effect {}), model.state.delayed(run, WaitingWork(Effect {})))
    let (commands, isOutdated) = (model.state.delayPassed(run), model.postpone(0, asOf: -1))
    let (isTimed, end) = (model.state.timeoutSet(Phase.timeout(of: run), of: run), model.state.ended(run))
    let (timeout, isKept) = (
      model.state.timedOut(run), model.state.started(RunTask(run: run, stage: .making, task: Task {}))
    )
    #expect([mayWork, isDelayed, isOutdated, isTimed, isKept] == Array(repeating: false, count: 5))
    #expect(commands.isEmpty && end == nil && timeout == nil)
    #expect(model.log == [])
    #expect(model.state.isQuiet)
  }

  @Test func `work that holds the pool at two checks is reported once, and checks end with the work`() {
    let model = Model("a", "b")
    model.state.usesPool = true
    model.change(all { $0.run() })
    let isEarly = model.state.takeNeedOfPoolWatch()
    model.ready(0)
    let isNeeded = [isEarly, model.state.takeNeedOfPoolWatch(), model.state.takeNeedOfPoolWatch()]
    #expect(isNeeded == [false, true, false])
    model.ready(1)
    let first = model.state.checkPool()
    model.end(1)
    let (second, third) = (model.state.checkPool(), model.state.checkPool())
    model.end(0)
    let last = model.state.checkPool()
    #expect([first, second, third, last].map(\.lateCount) == [0, 1, 0, 0])
    #expect([first, second, third, last].map(\.goesOn) == [true, true, true, false])
    model.change(all { $0.restart() })
    model.ready(2)
    let isNeededAgain = model.state.takeNeedOfPoolWatch()
    #expect(isNeededAgain)
  }

  @Test func `a started task must be cancelled if its run was stopped or has timed out`() {
    for phase in Phase.allCases {
      let model = phase.model()
      let run = model.runs[model.runs.count - 1]
      let mayGoOn = model.state.started(RunTask(run: run, stage: .making, task: Task {}))
      #expect(mayGoOn == (phase != .stopped && phase != .timedOut), "\(phase)")
    }
  }
}
