extension InspectorInterface {
  private static let branchesAtOnce = 100

  /// `/api/state`: one branch of a store's state after an event.
  func state(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let from = max(0, try parameters.number("from") ?? 0)
    let (tree, moment) = try tree(parameters)
    guard case .object(let members) = branches(of: tree, from: from), let moment else {
      return branches(of: tree, from: from)
    }
    return .object(members + [JSON.Member(name: "recorded", value: .int(moment))])
  }

  func branches(of tree: ValueTree, from: Int) -> JSON {
    [
      "text": .string(tree.summary), "kind": .string(tree.kind.rawValue), "total": .int(tree.count), "from": .int(from),
      "items": .array(
        tree.branches(from: from, limit: Self.branchesAtOnce).map { branch in
          let inner = ValueTree(branch.value)
          return [
            "name": .string(branch.name), "text": .string(inner.summary), "kind": .string(inner.kind.rawValue),
            "count": .int(inner.count),
          ]
        }),
    ]
  }

  /// `/api/search`: the values of a state that contain a search text.
  func search(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    guard let text = parameters.query["text"], !text.isEmpty else {
      throw RequestRefusal(.badRequest, "text is missing")
    }
    let search = ValueSearch(for: text, in: try tree(parameters).tree)
    return [
      "complete": .bool(!search.isCutShort),
      "matches": .array(
        search.matches.map { match in
          ["path": .array(match.path.map(JSON.string)), "text": .string(match.tree.summary)]
        }),
    ]
  }

  /// `/api/history`: a value at evenly spaced events in a range, for a chart.
  func history(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let (store, path) = (try parameters.requiredStore(), try parameters.path())
    let first = max(program.firstEvent, try parameters.number("from") ?? program.firstEvent)
    let last = min(program.lastEvent, try parameters.number("to") ?? program.lastEvent)
    let points = min(max(2, try parameters.number("points") ?? 200), 1000)
    guard first <= last else { return ["points": []] }
    let stride = max(1, (last - first) / (points - 1))
    var values: [JSON] = []
    for event in Swift.stride(from: first, through: last, by: stride) + (((last - first) % stride == 0) ? [] : [last]) {
      guard let state = try state(ofStore: store, after: event), let tree = ValueTree(state.value).value(at: path)
      else {
        values.append(["event": .int(event)])
        continue
      }
      values.append(
        .compact([
          "event": .int(event), "text": .string(tree.summary), "number": tree.number.map(JSON.double) ?? .null,
        ]))
    }
    return ["points": .array(values)]
  }

  /// `/api/difference`: the changes made by one event, or the changes to one store between two events.
  func difference(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let (changes, isKnown): ([InspectedChange], Bool)
    if let from = try parameters.number("from") {
      let to = try parameters.number("to") ?? program.lastEvent
      let store = try parameters.requiredStore()
      changes = try computed { () throws(StateRefusal) in try program.changes(ofStore: store, from: from, to: to) }
      isKnown = program.knowsDifference(ofStore: store, from: from, to: to)
    } else {
      let event = try event(numbered: parameters.requiredNumber("event"))
      changes = try computed { () throws(StateRefusal) in try program.changes(at: event.number) }
      isKnown = program.knowsDifference(ofStore: event.store, from: event.number - 1, to: event.number)
    }
    return .compact([
      "total": .int(changes.count),
      "changes": .array(changes.prefix(1000).map(change)),
      "unknown": changes.isEmpty && !isKnown ? true : nil,
    ])
  }

  func change(_ change: InspectedChange) -> JSON {
    .compact([
      "store": .int(Int(change.store)), "path": .string(change.path), "before": .optional(change.before),
      "after": .optional(change.after),
    ])
  }

  var stores: JSON {
    .array(
      program.stores.map { store in
        .compact([
          "store": .int(Int(store.id)), "title": .string(store.title), "name": .optional(store.name),
          "state": .string(store.stateType ?? "?"), "action": .string(store.actionTypes.joined(separator: ", ")),
          "parent": .optional(store.parent.map { Int($0) }), "gone": .bool(store.isGone),
        ])
      })
  }

  /// `/api/known`: the events after which states are known, and the stores whose states are unknown.
  var known: JSON {
    [
      "ranges": program.knownStates.json,
      "without": .array(program.stores.filter { !program.hasStates(ofStore: $0.id) }.map { .int(Int($0.id)) }),
    ]
  }

  /// Returns the state of a store after an event. `moment` is the event after which the state was recorded; nil for a
  /// computed state.
  func state(
    ofStore store: UInt64, after event: Int
  ) throws(RequestRefusal) -> (value: any Sendable, moment: Int?)? {
    if let state = try computed({ () throws(StateRefusal) in try program.state(ofStore: store, after: event) }) {
      return (state, nil)
    }
    return program.recordedState(ofStore: store, after: event).map { ($0.value, $0.event) }
  }

  private func tree(_ parameters: RequestParameters) throws(RequestRefusal) -> (tree: ValueTree, moment: Int?) {
    let event = try parameters.number("event") ?? program.lastEvent
    guard event >= program.firstEvent - 1, event <= program.lastEvent else {
      throw RequestRefusal(.notFound, "there is no such event, or it is no longer retained")
    }
    guard let state = try state(ofStore: try parameters.requiredStore(), after: event) else {
      throw RequestRefusal(.notFound, "there was no such store then, or its state was not recorded")
    }
    guard let tree = ValueTree(state.value).value(at: try parameters.path()) else {
      throw RequestRefusal(.notFound, "there is no value at this path")
    }
    return (tree, state.moment)
  }
}
