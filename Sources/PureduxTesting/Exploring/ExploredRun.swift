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
  let tape: Tape
  let violation: Violation?
  /// An action of the tape that was not possible when it should have been sent.
  let missing: String?
  let actionCount: Int
  /// The texts of all actions and of the states after them, if they were recorded.
  let turns: [(action: String, state: String)]
}

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
  private let stores = Guarded<Set<StoreID>>([])
  private var isRootGone: () -> Bool = { true }
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
  /// Receives the attached files after an invariant was broken.
  var attach: ((Result<[String: [UInt8]], any Error>) -> Void)?

  init(_ plan: Plan, _ choices: Choices) {
    (self.plan, self.choices, server) = (plan, choices, Guarded(plan.server()))
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
    launch(nil)
    var before = state
    while goesOn, let step = choices.next(newStep) {
      before = state
      perform(step)
      check(plan.always)
      _ = context.history.takeFirst(.max)
    }
    if goesOn {
      before = state
      comeToRest()
    }
    let tape = choices.tape
    if !goesOn, let state, let before {
      failure.withLock { $0?.change = Difference(from: before, to: state) }
      if let evidence { attach?(Result { try evidence() }) }
    }
    evidence = nil
    end()
    return RunResult(
      tape: tape, violation: missing == nil ? failure.value : nil, missing: missing, actionCount: actionCount,
      turns: turns)
  }

  private var state: State? { app.map(plan.root.state) }
  private var goesOn: Bool { missing == nil && failure.withLock { $0 == nil } }

  private func fail(_ name: String, _ details: String = "", _ position: SourcePosition? = nil) {
    failure.withLock { $0 = $0 ?? Violation(name: name, details: details, position: position) }
  }

  // The application.

  private func launch(_ saved: Data?) {
    var storeContext = context.storeContext
    let tap = storeContext.tap
    storeContext.tap = { [weak self] event in
      tap?(event)
      self?.receive(event)
    }
    let app = StoreContext.$current.withValue(storeContext) {
      plan.launch(Outside(server: server, requests: requests))
    }
    self.app = app
    isRootGone = plan.root.probe(app)
    if let saved, let saving = plan.saving {
      var state = plan.root.state(app)
      if (try? saving.restore(saved, &state)) == nil || !plan.root.replaceState(app, state) {
        fail("the root has a state of its own, which can be restored")
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
    Requests { [network, choices, tell] name in
      network.withLock { $0.requestCount += 1 }
      let isReachable = network.value.isReachable
      let answer = isReachable ? choices.answer() : .answered
      tell?("   request \(name): \(isReachable ? answer.rawValue : "there is no network")")
      return answer
    } isReachable: { [network] in
      network.value.isReachable
    }
  }

  /// Closes the application, as the end of its process does.
  private func close() {
    subscription?.cancel()
    (subscription, app, turn) = (nil, nil, nil)
    context.runUntilIdle()
  }

  // The steps.

  private func newStep(_ random: inout SeededGenerator) -> Tape.Step {
    let (requestCount, isReachable) = network.value
    var step = Tape.Step(
      kind: random.pick([
        (.send, choices.swarm.pace), (.wait, 30), (.restart, plan.saving == nil ? 0 : 4),
        (.undo, plan.undoing == nil ? 0 : 5), (.change, plan.changes.isEmpty ? 0 : 6),
        (.network, choices.swarm.losesNetwork && requestCount > 0 ? isReachable ? 4 : 12 : 0),
      ]))
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
    case .send: act(step, "send")
    case .wait:
      let next = context.clock.nextDeadline.map { context.clock.now.duration(to: $0) } ?? .seconds(1)
      let duration = [next, .seconds(1), .seconds(600)][min(step.choice, 2)]
      tell?("wait \(duration)")
      pass(duration)
    case .network where network.value.isReachable != (step.choice == 1):
      tell?(step.choice == 1 ? "the network is back" : "the network is gone")
      network.withLock { $0.isReachable = step.choice == 1 }
      if step.choice == 1 { heal() }
      context.runUntilIdle()
    case .change where plan.changes.indices.contains(step.choice):
      tell?(plan.changes[step.choice].name)
      server.withLock { plan.changes[step.choice].change(&$0) }
      context.runUntilIdle()
    case .undo where plan.undoing != nil: undo(step)
    case .restart where plan.saving != nil:
      tell?("the application is killed, and launched with what it had saved")
      guard let data = checkedSave() else { return }
      close()
      if !isRootGone() { fail("nothing leaks", "the root is alive after its last handle") }
      launch(data)
    default: choices.withdraw()
    }
  }

  /// Dispatches an action that is possible now. Returns false if the action of the tape is not.
  @discardableResult private func act(_ step: Tape.Step, _ verb: String) -> Bool {
    guard let app else { return false }
    let possible = plan.actions(plan.root.state(app), app)
    guard let index = position(of: step, in: possible) else {
      choices.withdraw()
      if tell != nil, !choices.isRandom { missing = step.action ?? "action \(step.choice)" }
      return false
    }
    let text = choices.isRandom && tell == nil ? nil : Tape.text(of: possible[index])
    choices.resolve { ($0.choice, $0.action) = (index, text) }
    if let text { tell?("\(verb) \(text)\(step.isRushed ? ", followed at once by:" : "")") }
    plan.send(app, possible[index])
    if !step.isRushed { context.runUntilIdle() }
    return true
  }

  private func position(of step: Tape.Step, in possible: [Action]) -> Int? {
    if choices.isRandom { return possible.isEmpty ? nil : choices.action(named: possible.map(Self.caseName)) }
    let same = step.action.map { text in { Tape.text(of: $0) == text } } ?? { (_: Action) in true }
    if possible.indices.contains(step.choice), same(possible[step.choice]) { return step.choice }
    guard let name = step.action?.prefix(while: { $0 != "(" }) else { return nil }
    // Without an earlier step, elements have other numbers: a shorter run may name another element.
    return possible.firstIndex(where: same)
      ?? (tell == nil ? possible.lastIndex { Tape.text(of: $0).prefix { $0 != "(" } == name } : nil)
  }

  private static func caseName(_ action: Action) -> String {
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? Rendering.caseName(of: action, mirror) : ""
  }

  /// Lets time pass, twenty seconds at a time: the context limits what happens in one step.
  private func pass(_ duration: Duration) {
    var left = duration
    let (requestCount, isReachable) = network.value
    while goesOn, left > .zero {
      context.advance(by: min(left, .seconds(20)))
      left -= .seconds(20)
      guard !isReachable, network.value.requestCount - requestCount > 1500 else { continue }
      fail("an outage costs few requests", "more than 1,500 requests in ten minutes without a network")
    }
  }

  private func heal() { if let app { for action in plan.healing { plan.send(app, action) } } }

  private func undo(_ step: Tape.Step) {
    guard let undoing = plan.undoing, let app else { return }
    context.runUntilIdle()
    let before = plan.root.state(app)
    guard act(step, "undo and redo") else { return }
    let after = plan.root.state(app)
    // An action that joined a step or undid one is not undone by one step.
    guard undoing.stepCount(after) == undoing.stepCount(before) + 1 else { return }
    func require(_ action: Action?, _ expected: State, _ name: String) {
      guard let action else { return }
      plan.send(app, action)
      context.runUntilIdle()
      guard let difference = undoing.difference(expected, plan.root.state(app)) else { return }
      fail(name, "(- expected, + actual)\n\(difference)")
    }
    require(undoing.undo, before, "undoing restores the state")
    require(undoing.redo, after, "redoing repeats the change")
  }

  /// Encodes the saved part, and requires that it is decoded equal.
  private func checkedSave() -> Data? {
    guard let saving = plan.saving, let state else { return nil }
    do {
      let data = try saving.save(state)
      var restored = state
      try saving.restore(data, &restored)
      guard let difference = saving.difference(state, restored) else { return data }
      fail("a saved state is restored equal", "(- saved, + restored)\n\(difference)")
    } catch {
      fail("the state can be saved and restored", "\(error)")
    }
    return nil
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
      let endless = "If it is meant to run for ever, mark it with `Effect { … }.asDaemon()`."
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
    if goesOn { _ = checkedSave() }
  }

  private func check(_ invariants: [Plan.Invariant]) {
    for misuse in context.misuse.removeAll() { fail("no mistake is reported", "\(misuse)") }
    guard goesOn, let app, !invariants.isEmpty else { return }
    let moment = Plan.Moment(state: plan.root.state(app), server: server.value, app: app)
    for invariant in invariants {
      if let details = invariant.violation(moment) { return fail(invariant.name, details, invariant.position) }
    }
  }

  private func end() {
    close()
    guard goesOn else { return }
    context.advance(by: .seconds(60))
    check([])
    let count = stores.withLock { $0.count }
    guard count > 0 || !isRootGone() else { return }
    fail("nothing leaks", "\(count) child stores\(isRootGone() ? "" : " and the root") remain after the last handle")
  }
}

extension Guarded where Value: Sendable {
  /// A copy of the value.
  fileprivate var value: Value { withLock { $0 } }
}
