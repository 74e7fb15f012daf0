internal import Foundation
internal import PureduxCore
internal import PureduxDifference

/// A broken invariant.
struct Violation: Sendable {
  let name: String
  var details = ""
  /// The position of the invariant in the test; nil for an invariant that needs no declaration.
  var position: SourcePosition?
  /// The state's change in the last step.
  var change: Difference?
}

struct RunResult {
  var tape: Tape
  var violation: Violation?
  /// A step of the tape that could not be repeated.
  var missing: String?
  var actionCount = 0
  /// The texts of all actions and of the states after them, if they were recorded.
  var turns: [(action: String, state: String)] = []
}

/// One run: launches an application, performs steps until the end of the tape, and lets all work end.
final class ExploredRun<Server: Sendable, App, State: Sendable, Action: Sendable>: @unchecked Sendable {
  // SAFETY: the thread of the test makes all steps, and the context's turns and jobs run only during these steps, on the
  // same thread. A task outside the context reaches only `Choices`, `RequestLog` and the context, which have locks.
  typealias Plan = Exploration<Server, App, State, Action>

  /// What other threads may change, if an effect creates a task of its own.
  private struct RequestLog {
    var count = 0
    var isReachable = true
  }

  private let plan: Plan
  private let choices: Choices
  private let context: TestContext
  private let failures = Guarded<Violation?>(nil)
  private let log = Guarded(RequestLog())
  private let server: Guarded<Server>
  private let stores = Guarded<Set<StoreID>>([])
  private var probe: () -> Bool = { true }
  private var app: App?
  private var subscription: StoreSubscription?
  private var turn: (before: State, action: (any Sendable)?)?
  private var actionCount = 0
  private var missing: String?
  private var turns: [(action: String, state: String)] = []
  private var evidence: (@Sendable () throws -> [String: [UInt8]])?

  /// Whether all actions and states are recorded, to compare two runs.
  var isRecordingTurns = false
  /// Receives each step in words, before it is performed.
  var tell: (@Sendable (String) -> Void)?
  /// Receives the attached files after the invariant was broken.
  var attach: ((Result<[String: [UInt8]], any Error>) -> Void)?

  init(_ plan: Plan, _ choices: Choices) {
    (self.plan, self.choices) = (plan, choices)
    server = Guarded(plan.server())
    context = StoreContext.with { [failures] in
      $0.failureReporter = FailureReporter { text, _ in
        failures.withLock { if $0 == nil { $0 = Violation(name: "each step ends", details: text) } }
      }
    } operation: {
      TestContext(schedule: .chosen { choices.order(of: $0) }, stepLimit: 2000)
    }
  }

  func result() -> RunResult {
    _ = choices.next { _ in Tape.Step(kind: .launch) }
    tell?("launch")
    launch(nil)
    var before = state
    while failures.value == nil, missing == nil, let step = choices.next(newStep) {
      before = state
      perform(step)
      check(plan.always)
      reportMisuse()
      context.forgetActions()
    }
    if failures.value == nil, missing == nil {
      before = state
      comeToRest()
    }
    let tape = choices.tape
    if failures.value != nil, let state, let before {
      failures.withLock { $0?.change = Difference(from: before, to: state) }
      if let evidence { attach?(Result { try evidence() }) }
    }
    evidence = nil
    end()
    let violation = missing == nil ? failures.value : nil
    return RunResult(tape: tape, violation: violation, missing: missing, actionCount: actionCount, turns: turns)
  }

  private var state: State? { app.map(plan.root.state) }

  private func fail(_ name: String, _ details: String = "", _ position: SourcePosition? = nil) {
    failures.withLock { if $0 == nil { $0 = Violation(name: name, details: details, position: position) } }
  }

  // The application.

  private func launch(_ saved: Data?) {
    let outside = Outside(server: server, requests: requests)
    var storeContext = context.storeContext
    let tap = storeContext.tap
    storeContext.tap = { [weak self] event in
      tap?(event)
      self?.receive(event)
    }
    let app = StoreContext.$current.withValue(storeContext) { plan.launch(outside) }
    self.app = app
    probe = plan.root.probe(app)
    if let saved, let saving = plan.saving {
      var state = plan.root.state(app)
      do {
        try saving.restore(saved, &state)
        if !plan.root.replaceState(app, state) { fail("the root has a state of its own, which can be restored") }
      } catch {
        fail("a saved state can be restored", "\(error)")
      }
    }
    if attach != nil { evidence = plan.attach?(app) }
    turn = (plan.root.state(app), nil)
    subscription = plan.root.observe(app) { [weak self] in self?.publish($0) }
    context.runUntilIdle()
    check(plan.always)
  }

  private func receive(_ event: StoreEvent) {
    switch event.kind {
    case .turnBegan(let action):
      turn?.action = action
      actionCount += 1
    case .storeMade: stores.withLock { _ = $0.insert(event.store) }
    case .storeGone: stores.withLock { _ = $0.remove(event.store) }
    default: break
    }
  }

  private func publish(_ state: State) {
    defer { turn = (state, nil) }
    guard let (before, action) = turn, let action else { return }
    if isRecordingTurns { turns.append((Rendering.text(action), Rendering.text(state))) }
    for invariant in plan.everyTurn where !invariant.holds(before, action as? Action, state) {
      fail(invariant.name, "in the turn of \(Tape.text(of: action))", invariant.position)
    }
  }

  private var requests: Requests {
    Requests { [log, choices, tell] name in
      let isReachable = log.withLock { log in
        log.count += 1
        return log.isReachable
      }
      let answer = isReachable ? choices.answer() : .answered
      if let tell { tell("   request \(name): \(isReachable ? Self.description(of: answer) : "no network")") }
      return answer
    } isReachable: { [log] in
      log.withLock { $0.isReachable }
    }
  }

  private static func description(of answer: Requests.Answer) -> String {
    switch answer {
    case .answered: "answered"
    case .soon: "answered at once"
    case .failed: "fails before the server has received it"
    case .lost: "performed by the server, but the answer is lost"
    case .late: "answered after five seconds"
    case .twice: "performed twice by the server"
    }
  }

  /// Closes the application, as the end of its process does.
  private func close() {
    subscription?.cancel()
    (subscription, app, turn) = (nil, nil, nil)
    context.runUntilIdle()
  }

  // Steps.

  private func newStep(_ random: inout SeededGenerator) -> Tape.Step {
    let isReachable = log.withLock { $0.isReachable }
    var kinds: [(Tape.Kind, Int)] = [(.send, choices.swarm.pace), (.wait, 30)]
    if plan.saving != nil { kinds.append((.restart, 4)) }
    if plan.undoing != nil { kinds.append((.undo, 5)) }
    if choices.swarm.losesNetwork, log.withLock({ $0.count }) > 0 { kinds.append((.network, isReachable ? 4 : 12)) }
    if !plan.changes.isEmpty { kinds.append((.change, 6)) }
    var step = Tape.Step(kind: random.pick(kinds))
    switch step.kind {
    case .send: step.isRushed = random.chance(0.15)
    case .wait: step.choice = random.pick([(0, 20), (1, 8), (2, isReachable ? 0 : 6)])
    case .network: step.choice = isReachable ? 0 : 1
    case .change: step.choice = Int.random(in: 0..<plan.changes.count, using: &random)
    case .launch, .restart, .undo: break
    }
    return step
  }

  private func perform(_ step: Tape.Step) {
    switch step.kind {
    case .launch: choices.withdraw()
    case .send: _ = act(step, "send")
    case .wait: wait(step.choice)
    case .restart: restart()
    case .undo: undo(step)
    case .network: setNetwork(isReachable: step.choice == 1)
    case .change:
      let (name, change) = plan.changes[min(step.choice, plan.changes.count - 1)]
      tell?(name)
      server.withLock { change(&$0) }
      context.runUntilIdle()
    }
  }

  /// Dispatches an action that is possible now. Returns false if the action of the tape is not.
  private func act(_ step: Tape.Step, _ verb: String) -> Bool {
    guard let app else { return false }
    let possible = plan.actions(plan.root.state(app), app)
    let index = position(of: step, in: possible)
    guard let index else {
      choices.withdraw()
      if tell != nil { missing = step.action ?? "action \(step.choice)" }
      return false
    }
    let text = choices.isRandom ? nil : Tape.text(of: possible[index])
    choices.resolve { ($0.choice, $0.action) = (index, text) }
    tell?("\(verb) \(Tape.text(of: possible[index]))\(step.isRushed ? ", followed at once by:" : "")")
    plan.send(app, possible[index])
    if !step.isRushed { context.runUntilIdle() }
    return true
  }

  private func position(of step: Tape.Step, in possible: [Action]) -> Int? {
    if choices.isRandom { return possible.isEmpty ? nil : choices.action(named: possible.map(Self.caseName)) }
    guard let text = step.action else { return possible.indices.contains(step.choice) ? step.choice : nil }
    if possible.indices.contains(step.choice), Tape.text(of: possible[step.choice]) == text { return step.choice }
    if let index = possible.firstIndex(where: { Tape.text(of: $0) == text }) { return index }
    // Without an earlier step, elements have other numbers: a shorter run may name another element.
    let name = text.prefix { $0 != "(" }
    return tell == nil ? possible.lastIndex { Tape.text(of: $0).prefix { $0 != "(" } == name } : nil
  }

  private static func caseName(_ action: Action) -> String {
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? Rendering.caseName(of: action, mirror) : ""
  }

  private func wait(_ choice: Int) {
    let next = context.clock.nextDeadline.map { context.clock.now.duration(to: $0) }
    let duration = Tape.waitTimes[min(choice, 2)] ?? next ?? .seconds(1)
    tell?("wait \(duration)")
    let (count, isReachable) = log.withLock { ($0.count, $0.isReachable) }
    pass(duration) { [log] in
      guard choice == 2, !isReachable, log.withLock({ $0.count }) - count > 1500 else { return }
      fail("an outage costs few requests", "more than 1,500 requests in ten minutes without a network")
    }
  }

  /// Lets time pass, twenty seconds at a time: the context limits what happens in one step.
  private func pass(_ duration: Duration, _ check: () -> Void = {}) {
    var left = duration
    while failures.value == nil, left > .zero {
      context.advance(by: min(left, .seconds(20)))
      left -= .seconds(20)
      check()
    }
  }

  private func setNetwork(isReachable: Bool) {
    guard log.withLock({ $0.isReachable }) != isReachable else { return choices.withdraw() }
    tell?(isReachable ? "the network is back" : "the network is gone")
    log.withLock { $0.isReachable = isReachable }
    if isReachable { heal() }
    context.runUntilIdle()
  }

  private func heal() {
    guard let app else { return }
    for action in plan.healing { plan.send(app, action) }
  }

  private func undo(_ step: Tape.Step) {
    guard let undoing = plan.undoing, let app else { return choices.withdraw() }
    context.runUntilIdle()
    let before = plan.root.state(app)
    guard act(step, "undo and redo") else { return }
    let after = plan.root.state(app)
    // An action that joined a step or undid one is not undone by one step.
    guard undoing.stepCount(after) == undoing.stepCount(before) + 1 else { return }
    func require(_ action: Action, _ expected: State, _ name: String) {
      plan.send(app, action)
      context.runUntilIdle()
      guard let difference = undoing.difference(expected, plan.root.state(app)) else { return }
      fail(name, "(- expected, + actual)\n\(difference)")
    }
    require(undoing.undo, before, "undoing restores the state")
    if let redo = undoing.redo { require(redo, after, "redoing repeats the change") }
  }

  private func restart() {
    guard let saving = plan.saving, let state else { return choices.withdraw() }
    tell?("the application is killed, and launched with what it had saved")
    do {
      let data = try saving.save(state)
      checkSaved(state, data, saving)
      close()
      if !probe() { fail("nothing leaks", "the root is still alive after its last handle was released") }
      launch(data)
    } catch {
      fail("the state can be saved", "\(error)")
    }
  }

  private func checkSaved(_ state: State, _ data: Data, _ saving: Plan.Saving) {
    var restored = state
    do {
      try saving.restore(data, &restored)
    } catch {
      return fail("a saved state can be restored", "\(error)")
    }
    if let difference = saving.difference(state, restored) {
      fail("a saved state is restored equal", "(- saved, + restored)\n\(difference)")
    }
  }

  // The end.

  private func comeToRest() {
    choices.turnOff()
    tell?("an hour passes in which each request is answered")
    log.withLock { $0.isReachable = true }
    pass(.seconds(60))
    heal()
    pass(.seconds(3600))
    reportMisuse()
    reportWork()
    check(plan.always)
    check(plan.atRest)
    guard failures.value == nil, let saving = plan.saving, let state else { return }
    do {
      checkSaved(state, try saving.save(state), saving)
    } catch {
      fail("the state can be saved", "\(error)")
    }
  }

  private func reportWork() {
    let left = Set(context.workLeft).sorted()
    guard !left.isEmpty else { return }
    let names = left.joined(separator: ", ")
    if let next = context.clock.sleepersLeft.next {
      fail(
        "all work ends",
        "\(names), and it sleeps until \(next.offset)\nIf it is meant to run for ever, mark it with "
          + "`Effect { … }.asDaemon()`.")
    } else {
      fail(
        "all work ends",
        "\(names), and it neither sleeps on the test's clock nor is ready to run\nIt waits for "
          + "something that a test does not control, so it cannot be explored: `Task.sleep` instead of "
          + "`StoreContext.current.clock.sleep`, the main actor, a socket, a thread.")
    }
  }

  private func check(_ invariants: [Plan.Invariant]) {
    guard failures.value == nil, let app, !invariants.isEmpty else { return }
    let moment = Plan.Moment(state: plan.root.state(app), server: server.value, app: app)
    for invariant in invariants {
      if let details = invariant.violation(moment) { return fail(invariant.name, details, invariant.position) }
    }
  }

  private func reportMisuse() {
    for misuse in context.misuse.removeAll() { fail("no mistake is reported", "\(misuse)") }
  }

  private func end() {
    close()
    if failures.value == nil { context.advance(by: .seconds(60)) }
    if failures.value == nil, missing == nil {
      let count = stores.withLock { $0.count }
      if !probe() || count > 0 {
        fail("nothing leaks", "\(count) child stores\(probe() ? "" : " and the root") remain after the last handle")
      }
    }
    reportMisuse()
  }
}

extension Guarded where Value: Sendable {
  /// A copy of the value.
  fileprivate var value: Value { withLock { $0 } }
}
