internal import Foundation
internal import PureduxCore
internal import PureduxDifference

/// One run: launches an application, performs steps until the end of the tape, and lets all work end.
final class ExploredRun<Server: Sendable, App, State: Sendable, Action: Sendable>: @unchecked Sendable {
  // SAFETY: the thread of the test makes all steps, and the context's turns and jobs run only during these steps, on the
  // same thread. A task outside the context reaches only what has a lock.
  typealias Plan = Exploration<Server, App, State, Action>

  private let plan: Plan
  private let choices: Choices
  private let context: TestContext
  private let failure = Guarded<Violation?>(nil)
  private let network = Guarded((requestCount: 0, isReachable: true))
  private let server: Guarded<Server>
  private let lines = Guarded<[String]>([])
  /// Receives each step in words, before it is performed.
  private let tell: (@Sendable (String) -> Void)?
  private var outcome = RunResult()
  private var app: App?
  /// The state of the application when it was first launched.
  private var launched: State?
  private var isRootGone: () -> Bool = { true }
  private var tracker: StateTracker<State>?
  private var evidence: (@Sendable () throws -> [String: [UInt8]])?

  init(_ plan: Plan, _ choices: Choices, _ tell: (@Sendable (String) -> Void)?) {
    (self.plan, self.choices, server) = (plan, choices, Guarded(plan.server()))
    self.tell = tell.map { [lines] tell in
      { @Sendable line in
        tell(line)
        lines.withLock { $0.append(line) }
      }
    }
    context = StoreContext.with { [failure] in
      $0.failureReporter = FailureReporter { text, _ in
        failure.withLock { $0 = $0 ?? Violation(name: "each step ends", details: text) }
      }
    } operation: {
      TestContext(schedule: .chosen { choices.order(of: $0) }, stepLimit: 2000)
    }
  }

  /// The identities that actions, invariants and decoded states draw are also the same in each repetition.
  func result() -> RunResult { context.run { performed() } }

  private func performed() -> RunResult {
    _ = choices.next { _ in Tape.Step(kind: .launch) }
    tell?("launch")
    launch()
    var before = state
    while goesOn, let step = choices.next(newStep) {
      before = state
      perform(step)
      check(plan.always)
    }
    if goesOn {
      before = state
      comeToRest()
    }
    outcome.tape = choices.tape
    if let state, let before { failure.withLock { $0?.change = Difference(from: before, to: state) } }
    do { outcome.files = try evidence?() ?? [:] } catch { outcome.files = ["problem.txt": Array("\(error)\n".utf8)] }
    evidence = nil
    end()
    (outcome.lines, outcome.violation) = (lines.value, failure.value)
    return outcome
  }

  private var state: State? { app.map(plan.root.state) }
  private var goesOn: Bool { failure.withLock { $0 == nil } }

  private func fail(_ name: String, _ details: String = "", _ position: SourcePosition? = nil) {
    failure.withLock { $0 = $0 ?? Violation(name: name, details: details, position: position) }
  }

  // The application.

  /// Launches the application, with the saved part of a state.
  private func launch(_ saved: State? = nil) {
    let app = plan.launch(
      Outside(server: server, requests: Requests(choices: choices, network: network, tell: tell)))
    self.app = app
    isRootGone = plan.root.probe(app)
    launched = launched ?? plan.root.state(app)
    if let saved, let state = restored(from: saved, into: plan.root.state(app)), !plan.root.replaceState(app, state) {
      fail("the root has a state of its own, which can be restored")
    }
    if tell != nil { evidence = plan.attach?(app) }
    tracker = plan.root.track(app)
    context.history.add(tracker!)
    settle()
    check(plan.always)
  }

  /// Runs all ready work, and checks the turns in it.
  private func settle() {
    context.runUntilIdle()
    checkTurns()
  }

  private func checkTurns() {
    for record in context.history.takeFirst(.max) {
      outcome.actionCount += 1
      guard let tracker, record.store.tree == tracker.tree else { continue }
      let before = tracker.state
      tracker.move(to: record.number)
      let after = tracker.described
      if tell != nil { outcome.turns.append((Rendering.text(record.action), Rendering.text(after))) }
      check(plan.everyTurn, (before, record.action, after))
    }
  }

  /// Closes the application, as the end of its process does.
  private func close() {
    (app, tracker) = (nil, nil)
    context.runUntilIdle()
  }

  // The steps.

  private func newStep(_ random: inout SeededGenerator) -> Tape.Step {
    let (requestCount, isReachable) = network.value
    let losesNetwork = choices.swarm.losesNetwork && requestCount > 0
    let wait = random.pick([(Tape.Kind.wait, 20), (.second, 8), (.tenMinutes, isReachable ? 0 : 6)])
    let kind = random.pick([
      (.send, choices.swarm.pace), (wait, 30), (.restart, plan.saving == nil ? 0 : 4),
      (.undo, plan.undoing == nil ? 0 : 5), (.change, plan.changes.isEmpty ? 0 : 6),
      (isReachable ? .networkGone : .networkBack, losesNetwork ? isReachable ? 4 : 12 : 0),
    ])
    let change = kind == .change ? Int.random(in: 0..<plan.changes.count, using: &random) : 0
    let isRushed = kind == .send && Int.random(in: 0..<100, using: &random) < 15
    return Tape.Step(kind: kind, choice: change, isRushed: isRushed)
  }

  private func perform(_ step: Tape.Step) {
    switch step.kind {
    case .send: act(step, "send")
    case .wait: wait(context.clock.nextDeadline.map { context.clock.now.duration(to: $0) } ?? .seconds(1))
    case .second: wait(.seconds(1))
    case .tenMinutes: wait(.seconds(600))
    case .networkGone, .networkBack:
      let isReachable = step.kind == .networkBack
      guard network.value.isReachable != isReachable else { return choices.withdraw() }
      tell?(isReachable ? "the network is back" : "the network is gone")
      network.withLock { $0.isReachable = isReachable }
      if isReachable { heal() }
      settle()
    case .change:
      guard let (name, change) = chosen(step, among: plan.changes, text: \.name) else { return }
      tell?(name)
      server.withLock { change(&$0) }
      settle()
    case .undo: undo(step)
    case .restart:
      guard plan.saving != nil else { return choices.withdraw() }
      tell?("the application is killed, and launched with what it had saved")
      checkSaving()
      guard goesOn, let saved = state else { return }
      close()
      if !isRootGone() { fail("nothing leaks", "the root is alive after its last handle") }
      launch(saved)
    case .launch: choices.withdraw()
    }
  }

  private func wait(_ duration: Duration) {
    tell?("wait \(duration)")
    pass(duration)
  }

  /// Dispatches an action that is possible now. Returns false if the action of the tape is not.
  @discardableResult private func act(_ step: Tape.Step, _ verb: String) -> Bool {
    guard let app,
      let action = chosen(step, among: plan.actions(plan.root.state(app), app), text: { Tape.text(of: $0) })
    else { return false }
    tell?("\(verb) \(Tape.text(of: action))\(step.isRushed ? ", followed at once by:" : "")")
    plan.send(app, action)
    if !step.isRushed { settle() }
    return true
  }

  /// Returns the element that a step names, and records its position and its text.
  private func chosen<Element>(
    _ step: Tape.Step, among elements: [Element], text: (Element) -> String
  ) -> Element? {
    let caseOf = { (text: String) in text.prefix { $0 != "(" } }
    let index: Int? =
      if choices.isRandom, step.kind != .change {
        choices.action(named: elements.map(Self.caseName))
      } else if elements.indices.contains(step.choice), step.name.map({ $0 == text(elements[step.choice]) }) ?? true {
        step.choice
      } else if let name = step.name {
        // Without an earlier step, elements have other numbers: a shorter run may name another element.
        elements.firstIndex { text($0) == name } ?? elements.lastIndex { caseOf(text($0)) == caseOf(name) }
      } else {
        nil
      }
    let name = index.flatMap { choices.isRandom && tell == nil ? nil : text(elements[$0]) }
    if !choices.isRandom, name == nil || name != step.name ?? name, outcome.missing == nil {
      outcome.missing = "`\(step.name ?? "#\(step.choice)")` is not possible at step \(choices.tape.steps.count - 1)"
    }
    guard let index else {
      choices.withdraw()
      return nil
    }
    choices.resolve(index, name)
    return elements[index]
  }

  private static func caseName(_ action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? Rendering.caseName(of: action, mirror) : ""
  }

  /// Lets time pass, twenty seconds at a time: the context limits what happens in one step.
  private func pass(_ duration: Duration) {
    var left = duration
    let (requestCount, isReachable) = network.value
    while goesOn, left > .zero {
      context.advance(by: min(left, .seconds(20)))
      checkTurns()
      left -= .seconds(20)
      guard !isReachable, network.value.requestCount - requestCount > 1500 else { continue }
      fail("an outage costs few requests", "more than 1,500 requests in ten minutes without a network")
    }
  }

  private func heal() { if let app { for action in plan.healing { plan.send(app, action) } } }

  private func undo(_ step: Tape.Step) {
    guard let undoing = plan.undoing, let app else { return choices.withdraw() }
    settle()
    let before = plan.root.state(app)
    guard act(step, "undo and redo") else { return }
    let after = plan.root.state(app)
    // An action that joined a step or undid one is not undone by one step.
    guard undoing.stepCount(after) == undoing.stepCount(before) + 1 else { return }
    func require(_ action: Action?, _ expected: State, _ name: String) {
      guard let action else { return }
      plan.send(app, action)
      settle()
      guard let difference = undoing.difference(expected, plan.root.state(app)) else { return }
      fail(name, "(- expected, + actual)\n\(difference)")
    }
    require(undoing.undo, before, "undoing restores the state")
    require(undoing.redo, after, "redoing repeats the change")
  }

  /// Requires that the saved part of the state is restored equal by an application that was just launched.
  private func checkSaving() {
    if let state, let launched, plan.saving != nil { _ = restored(from: state, into: launched) }
  }

  private func restored(from saved: State, into new: State) -> State? {
    guard let saving = plan.saving else { return nil }
    var restored = new
    do {
      if let difference = try saving(saved, &restored) {
        fail("a saved state is restored equal", "(- saved, + restored)\n\(difference)")
      }
      return restored
    } catch {
      fail("the state can be saved and restored", "\(error)")
      return nil
    }
  }

  // The end.

  private func comeToRest() {
    choices.turnOff()
    tell?("an hour passes in which each request is answered")
    network.withLock { $0.isReachable = true }
    pass(.seconds(60))
    heal()
    pass(.seconds(3600))
    let left = Set(context.history.workLeft).sorted().joined(separator: ", ")
    if !left.isEmpty {
      let next = context.clock.sleepersLeft.next
      let endless = """
        If it is meant to run for ever, mark it with `Effect { … }.asDaemon()`. If a person ends it, such as a timer, end it \
        in each run with `healed(by:)`.
        """
      let reason =
        next.map { "it sleeps until \($0.offset)\n\(endless)" }
          ?? """
          it neither sleeps on the test's clock nor is ready to run
          It waits for something that a test does not control, so it cannot be explored: `Task.sleep` instead of \
          `StoreContext.current.clock.sleep`, the main actor, a socket, a thread.
          """
      fail("all work ends", "\(left), and \(reason)")
    }
    check(plan.always + plan.atRest)
    if goesOn { checkSaving() }
  }

  private func check(_ invariants: [Plan.Invariant<Plan.Moment>]) {
    for misuse in context.misuse.removeAll() { fail("no mistake is reported", "\(misuse)") }
    guard goesOn, let app, !invariants.isEmpty else { return }
    check(invariants, Plan.Moment(state: plan.root.state(app), server: server.value, app: app))
  }

  private func check<Subject>(_ invariants: [Plan.Invariant<Subject>], _ subject: Subject) {
    for invariant in invariants where goesOn {
      if let details = invariant.violation(subject) { fail(invariant.name, details, invariant.position) }
    }
  }

  private func end() {
    close()
    guard goesOn else { return }
    context.advance(by: .seconds(60))
    check([])
    let count = context.history.childCount
    guard count > 0 || !isRootGone() else { return }
    fail("nothing leaks", "\(count) child stores\(isRootGone() ? "" : " and the root") remain after the last handle")
  }
}

extension Guarded where Value: Sendable {
  /// A copy of the value.
  fileprivate var value: Value { withLock { $0 } }
}
