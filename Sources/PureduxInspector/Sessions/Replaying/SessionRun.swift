internal import PureduxRecording

/// Replays the steps of a plan on a separate set of states, and compares the results with the session.
final class SessionRun {
  private let session: RecordedSession
  private let plan: SessionPlan
  private let tree: StoreTree
  let replay: Replay
  /// States that replace previous states, each with the step after which it takes effect.
  private var jumps: [(after: UInt64, state: any ReplayedCell)]
  private var next = 0
  private var nextCheck = 0
  private var recorded: RecordedStates
  /// For each cell, the last step after which the cell's state was compared.
  private var compared: [Int: UInt64] = [:]
  private(set) var reducedActions = 0
  private(set) var comparedStates = 0
  private(set) var divergence: SessionDivergence?

  init(_ session: RecordedSession, _ plan: SessionPlan, _ tree: StoreTree) {
    self.session = session
    self.plan = plan
    self.tree = tree
    recorded = RecordedStates(session.states)
    replay = Replay { cell in tree.entered(cell) }
    jumps = plan.states.filter { $0.after > 0 }
    for state in plan.states where state.after == 0 { replay.put(state.state.copied()) }
  }

  /// Replays the session up to the step `last` or the first difference, whichever comes first.
  func run(to last: UInt64 = .max) {
    while divergence == nil, nextCheck < session.checks.count, session.checks[nextCheck].after <= last {
      let check = session.checks[nextCheck]
      reduce(to: check.after)
      if let number = plan.steps.last?.number, number < check.after, plan.fit != .fully { return }
      compare(check)
      nextCheck += 1
    }
    if divergence == nil { reduce(to: last) }
  }

  /// Replays the steps of an event. Returns whether the steps bring `target` to the same state as reducing only
  /// `action` in `target` would.
  func run(
    through steps: ClosedRange<UInt64>, doingTheSameAs action: any Sendable, in target: any SessionTarget
  ) -> Bool {
    run(to: steps.lowerBound - 1)
    guard let cell = target.ownCell else { return false }
    let other = replay.copied { [tree] cell in tree.entered(cell) }
    reduceWithDraws(from: steps.lowerBound, in: other) { turn, locked in
      target.reduce(action, isLevel: false, turn, locked)
    }
    run(to: steps.upperBound)
    return divergence == nil
      && Difference(from: replay.past(of: cell).anyValue, to: other.past(of: cell).anyValue) == nil
  }

  private func reduce(to last: UInt64) {
    while let jump = jumps.first, jump.after <= last {
      reduceSteps(to: jump.after)
      replay.put(jump.state.copied())
      for state in session.states where state.after == jump.after { recorded.take(state) }
      jumps.removeFirst()
    }
    reduceSteps(to: last)
  }

  private func reduceSteps(to last: UInt64) {
    guard next < plan.steps.count, plan.steps[next].number <= last else { return }
    reduceWithDraws(from: plan.steps[next].number, in: replay) { turn, locked in
      while next < plan.steps.count, plan.steps[next].number <= last {
        reduce(plan.steps[next], turn, locked)
        next += 1
      }
    }
  }

  private func reduceWithDraws(
    from step: UInt64, in replay: Replay, _ reduce: (borrowing Turn, borrowing LockToken) -> Void
  ) {
    replay.draws.give(session.draws, from: step)
    StoreContext.$current.withValue(tree.context) { replay.draws.inForce { replay.run(reduce) } }
  }

  private func reduce(_ step: SessionPlan.Step, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    reducedActions += 1
    if step.isReplacement {
      if let cell = step.target.ownCell, let state = cell.replayed(step.action) { replay.put(state) }
    } else {
      step.target.reduce(step.action, isLevel: step.isLevel, turn, locked)
    }
  }

  private func compare(_ check: SessionCheck) {
    for state in check.cells {
      recorded.take(state)
      guard divergence == nil, let cell = plan.cells[state.cell] else { continue }
      let value = replay.past(of: cell).anyValue
      guard let encodable = value as? any Encodable, let bytes = try? CanonicalForm.bytes(of: encodable) else {
        continue
      }
      comparedStates += 1
      if CellCheck.text(CellCheck.sum(of: bytes)) != state.sum { diverge(check.after, state.cell, cell, value) }
      compared[state.cell] = check.after
    }
  }

  private func diverge(_ step: UInt64, _ number: Int, _ cell: any ReplayableCell, _ value: Any) {
    guard let event = session.events.last(where: { $0.number <= Int(step) }) else { return }
    let expected = recorded[number].flatMap { SessionPlan.state(SessionValue(type: "", slice: $0), of: cell) }
    let difference = expected.flatMap { Difference(from: $0, to: Recording.sendable(value)) }
    let earliest = Int(compared[number] ?? UInt64(session.firstEvent) - 1) + 1
    let first = session.events.first { $0.number >= earliest && ($0.kind == .action || $0.kind == .replaced) }
    divergence = SessionDivergence(
      event: event, firstPossibleEvent: min(event.number, first?.number ?? event.number),
      store: session.states.first { $0.cell == number }?.store ?? 0, difference: difference)
  }
}

/// A type-erased store in which recorded actions are replayed.
protocol SessionTarget: Sendable {
  var tree: StoreTree { get }
  var store: UInt64 { get }
  var name: String? { get }
  var actionType: String { get }
  /// The cell that contains the store's own state.
  var ownCell: (any ReplayableCell)? { get }
  func action(_ value: SessionValue) -> (any Sendable)?
  func cells(for action: any Sendable, isLevel: Bool) -> [any ReplayableCell]
  func reduce(_ action: any Sendable, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken)
}

/// A store that provides a type-erased target for replaying.
protocol HasSessionTarget {
  var sessionTarget: any SessionTarget { get }
}

extension StateStore: HasSessionTarget {
  var sessionTarget: any SessionTarget { StoreTarget<Action>(node) }
}

private struct StoreTarget<Action: Sendable>: SessionTarget {
  private let target: ReplayTarget<Action>
  let tree: StoreTree
  let name: String?
  let ownCell: (any ReplayableCell)?

  init<State>(_ node: StoreNode<State, Action>) {
    target = ReplayTarget(node)
    tree = node.tree
    name = node.tree.name(of: target.store)
    ownCell = ReplayTarget.ownCell(of: node)
  }

  var store: UInt64 { target.store }
  var actionType: String { "\(Action.self)" }

  func action(_ value: SessionValue) -> (any Sendable)? { value.decoded(as: Action.self) }

  func cells(for action: any Sendable, isLevel: Bool) -> [any ReplayableCell] {
    (action as? Action).map { target.cells(for: $0, isLevel: isLevel) } ?? []
  }

  func reduce(_ action: any Sendable, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    if let action = action as? Action { target.reduce(action, isLevel: isLevel, turn, locked) }
  }
}

/// The states of a session's cells, assembled from the changes in each check.
struct RecordedStates {
  private var whole: [Int: JSONSlice] = [:]
  private var members: [Int: [String: JSONSlice]] = [:]

  init(_ states: [SessionState]) {
    var seen: Set<Int> = []
    for state in states where seen.insert(state.cell).inserted { take(state) }
  }

  /// Stores the complete state of a cell: its initial state, or a state that replaced the previous state.
  mutating func take(_ state: SessionState) { if let slice = state.value.slice { set(state.cell, slice) } }

  private mutating func set(_ cell: Int, _ slice: JSONSlice) {
    whole[cell] = slice
    members[cell] = try? slice.object()
  }

  mutating func take(_ check: SessionCheck.Cell) {
    if let slice = check.whole { set(check.cell, slice) }
    guard !check.changed.isEmpty else { return }
    members[check.cell, default: [:]].merge(check.changed) { $1 }
    let parts = members[check.cell, default: [:]].sorted { $0.key < $1.key }
    let json = JSON.object(parts.map { JSON.Member(name: $0.key, value: .encoded(Array($0.value.bytes))) })
    whole[check.cell] = JSONSlice(json.bytes)
  }

  subscript(cell: Int) -> JSONSlice? { whole[cell] }
}
