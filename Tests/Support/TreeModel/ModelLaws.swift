/// A violated law, and the position in the log.
struct Violation: Error, CustomStringConvertible {
  let text: String
  let step: Int

  var description: String { "\(text) (entry \(step) of the log)" }
}

/// A plain, single-threaded model of the laws L1 to L7 and L11.
///
/// It follows the log of a tree, entry by entry, and reports where the tree violates a law.
struct ModelLaws {
  /// Whether only one operation ran at a time, so that nothing may follow an end.
  let isStrict: Bool

  private enum Phase {
    case idle
    case reducing(ModelAction, way: ArraySlice<Step>)
    /// The structure comes first, and is complete before any other observer is called.
    case publishing(structure: ArraySlice<Int>, expected: ArraySlice<Int>)
  }

  /// One reducer on an action's path, and the action in the form that it receives.
  private struct Step: Equatable {
    let node: Int
    let action: ModelAction
  }

  private enum Pending {
    case action(ModelAction, node: Int)
    case subscription(observer: Int)
  }

  private var nodes = ModelNodes()
  private var observers: [Int: ModelObserver] = [:]
  private var queues: [Int: ArraySlice<Pending>] = [:]
  private var phase = Phase.idle
  /// Counts turns and first calls: the units of a delivery.
  private var unit = 0
  private var step = 0
  /// In a turn, the family that was brought in line last; the greatest number after an observer was called.
  private var lastFamily = -1

  init(isStrict: Bool) { self.isStrict = isStrict }

  mutating func check(_ log: some Sequence<ModelEntry>) throws(Violation) {
    for entry in log {
      try check(entry)
      step += 1
    }
  }

  private mutating func check(_ entry: ModelEntry) throws(Violation) {
    switch entry {
    case .created(let node, let kind, let parent):
      nodes.create(node, kind, parent: parent)
      try expect(nodes.greatestCount <= ModelWorld.mostNodes, "the check itself: the tree has grown too large")
    case .posting(let action, let node, let source): queues[source, default: []].append(.action(action, node: node))
    case .subscribing(let observer, let node, let kind, let source): subscribe(observer, node, kind, source)
    case .cancelling(let observer, _): observers[observer]?.beginLeaving()
    case .cancelled(let observer, let source): observers[observer]?.end(.init(unit: unit, source: source))
    case .releasing(let node): release(node)
    case .released(let node, let source): finishReleasing(node, source)
    case .read(let node, let trail):
      try expect(trail == nodes.trail(node), "L11: reading node \(node) gave \(trail), not \(nodes.trail(node))")
    case .idle: try becomeIdle()
    case .dispatched(let action): try beginTurn(action)
    case .reducing(let node, let action): try reduce(Step(node: node, action: action))
    case .reduced(let action): try finishReducing(action)
    case .observed(let observer, let trail): try observe(observer, trail)
    case .structure(let family, let ids): try compare(family, ids)
    case .published: try finishTurn()
    }
  }

  private func expect(_ holds: Bool, _ text: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(text: text(), step: step) }
  }
}

// Operations on the tree.
extension ModelLaws {
  private mutating func subscribe(_ observer: Int, _ node: Int, _ kind: ModelObserverKind, _ source: Int) {
    if observers[observer] == nil {
      observers[observer] = ModelObserver(node: nodes.audience(of: node), kind)
      nodes.add(observer: observer, to: node)
    }
    queues[source, default: []].append(.subscription(observer: observer))
  }

  private mutating func release(_ node: Int) {
    for observer in nodes.release(node) { observers[observer]?.beginLosingStore() }
  }

  private mutating func finishReleasing(_ node: Int, _ source: Int) {
    for observer in nodes.finishReleasing(node) { observers[observer]?.loseStore(.init(unit: unit, source: source)) }
  }

  private mutating func becomeIdle() throws(Violation) {
    guard case .idle = phase else { throw Violation(text: "L3: a turn was not published", step: step) }
    for (source, queue) in queues {
      for case .action(let action, let node) in queue {
        throw Violation(
          text: "L6: action \(action.id), dispatched by \(source) to node \(node), was lost", step: step)
      }
      for case .subscription(let observer) in queue where mustHaveBeenCalled(observer) {
        throw Violation(text: "L5: observer \(observer) never got its first state", step: step)
      }
    }
    queues = [:]
    let ended = observers.filter { $0.value.isOver }.map(\.key)
    for observer in ended { observers[observer] = nil }
    nodes.forget(observers: Set(ended))
  }
}

// Observations in turns.
extension ModelLaws {
  private func mustHaveBeenCalled(_ id: Int) -> Bool {
    guard let observer = observers[id] else { return false }
    return observer.kind == .family ? !observer.isWelcome && !observer.mayBeMissed : !observer.isCancelled
  }

  private mutating func beginTurn(_ id: Int) throws(Violation) {
    guard case .idle = phase else {
      throw Violation(text: "L4: action \(id) began inside of another turn", step: step)
    }
    for (source, queue) in queues {
      let rest = skippingEnded(queue, before: nil)
      guard case .action(let action, let node)? = rest.first, action.id == id else { continue }
      queues[source] = rest.dropFirst()
      unit += 1
      phase = .reducing(action, way: way(of: action, from: node)[...])
      return
    }
    throw Violation(text: "L1: action \(id) was not the next of whoever dispatched it", step: step)
  }

  private func way(of action: ModelAction, from node: Int) -> [Step] {
    var action = action
    var steps: [Step] = []
    for node in nodes.wayUp(from: node) {
      switch nodes.kind(node) {
      case .root, .child: steps.append(Step(node: node, action: action))
      case .embedding: action = action.embedded(by: node)
      case .window, .projection: break
      }
    }
    return steps
  }

  private mutating func reduce(_ step: Step) throws(Violation) {
    guard case .reducing(let action, let way) = phase, way.first == step else {
      throw Violation(text: "L2: node \(step.node) reduced action \(step.action.id) out of its way up", step: self.step)
    }
    nodes.reduce(step.action, at: step.node)
    phase = .reducing(action, way: way.dropFirst())
  }

  private mutating func finishReducing(_ id: Int) throws(Violation) {
    guard case .reducing(let action, let way) = phase, way.isEmpty, action.id == id else {
      throw Violation(text: "L2: action \(id) was not reduced by all above", step: step)
    }
    phase = callsOfThisTurn()
    lastFamily = -1
  }

  private mutating func callsOfThisTurn() -> Phase {
    var (families, calls): ([Int], [Int]) = ([], [])
    nodes.visit { ids, trail in
      for id in ids where observers[id]?.accepts(trail) == true {
        if observers[id]?.kind == .family { families.append(id) } else { calls.append(id) }
      }
    }
    return .publishing(structure: families.sorted()[...], expected: calls[...])
  }

  private mutating func observe(_ id: Int, _ trail: Trail) throws(Violation) {
    guard let observer = observers[id] else { throw Violation(text: "L5: observer \(id) is long gone", step: step) }
    let isInTurn = if case .idle = phase { false } else { true }
    try expect(
      observer.mayBeCalled(inTurn: isInTurn, unit: unit, isStrict: isStrict),
      "L5: observer \(id) was called after it was ended")
    try expect(
      trail == nodes.trail(observer.node),
      "L3: observer \(id) of node \(observer.node) was given \(trail), not \(nodes.trail(observer.node))")
    switch phase {
    case .reducing: throw Violation(text: "L3: observer \(id) was called before all reducers had run", step: step)
    case .publishing(let structure, let expected):
      if observer.kind == .family {
        try expect(lastFamily != Int.max, "L3: family \(id) was brought in line after an observer was called")
        let rest = try skipping(to: id, in: structure) { $0 < id }
        if observer.isWelcome {
          try expect(rest.first == id, "L3: family \(id) was brought in line out of order, or twice")
        } else {
          try begin(id, trail)
        }
        lastFamily = id
        phase = .publishing(structure: rest.first == id ? rest.dropFirst() : rest, expected: expected)
      } else {
        lastFamily = Int.max
        for family in structure { try miss(family) }
        let rest = try skipping(to: id, in: expected) { $0 != id }
        try expect(!rest.isEmpty, "L3: observer \(id) was called out of order, or twice, or against its filter")
        phase = .publishing(structure: [], expected: rest.dropFirst())
      }
    case .idle:
      if observer.kind == .family { try begin(id, trail) } else { try welcome(id, trail) }
    }
  }

  /// Skips the observers before the one that was called, each of which must be permitted to be missed.
  private mutating func skipping(
    to id: Int, in expected: ArraySlice<Int>, while isBefore: (Int) -> Bool
  ) throws(Violation) -> ArraySlice<Int> {
    var rest = expected
    while let next = rest.first, isBefore(next) {
      try miss(next)
      rest.removeFirst()
    }
    return rest
  }

  /// A family is brought in line in a turn that precedes the delivery of its own message, or by that message, together
  /// with all later families.
  private mutating func begin(_ id: Int, _ trail: Trail) throws(Violation) {
    observers[id]?.welcome(trail)
    if case .idle = phase { return unit += 1 }
    try expect(id > lastFamily, "L3: family \(id) was brought in line after family \(lastFamily)")
    lastFamily = id
  }

  /// Compares the structure that an observer has read with the state.
  private func compare(_ family: Int, _ ids: [Int]) throws(Violation) {
    guard let observer = observers[family], observer.isWelcome, !observer.mayBeMissed else { return }
    let trail = nodes.trail(observer.node)
    try expect(
      ids == ModelFamily.ids(in: trail),
      "L3: family \(family) of node \(observer.node) had \(ids) in state \(trail), not \(ModelFamily.ids(in: trail))")
  }

  /// The first call of an observer, or its call after it was subscribed again.
  private mutating func welcome(_ id: Int, _ trail: Trail) throws(Violation) {
    for (source, queue) in queues {
      let rest = skippingEnded(queue, before: id)
      guard case .subscription(id)? = rest.first else { continue }
      queues[source] = rest.dropFirst()
      unit += 1
      observers[id]?.welcome(trail)
      return
    }
    throw Violation(text: "L4: observer \(id) was called in no turn, and before what was posted earlier", step: step)
  }

  private mutating func finishTurn() throws(Violation) {
    guard case .publishing(let structure, let expected) = phase else {
      throw Violation(text: "L3: published without having reduced", step: step)
    }
    for id in structure + expected { try miss(id) }
    (phase, lastFamily) = (.idle, -1)
  }

  /// An observer was skipped.
  private mutating func miss(_ id: Int) throws(Violation) {
    try expect(observers[id]?.mayBeMissed != false, "L3: observer \(id) was not called")
    observers[id]?.miss()
  }

  /// Removes the first subscriptions if they were ended before their delivery, or brought in line by a turn.
  private func skippingEnded(_ queue: ArraySlice<Pending>, before id: Int?) -> ArraySlice<Pending> {
    queue.drop { pending in
      guard case .subscription(let observer) = pending else { return false }
      guard observer != id, let known = observers[observer] else { return observer != id }
      return known.kind == .family ? known.isWelcome || known.mayBeMissed : known.isCancelled
    }
  }
}
