/// Everything that a report shows: the events that are kept, the details of the latest, and the states at the end.
struct SessionReport {
  private static let mostEvents = 20_000
  private static let mostDetails = 2000
  private static let mostValues = 20_000
  private static let mostElements = 200

  private var valuesLeft = SessionReport.mostValues

  /// - Parameter hasStates: Whether states and their differences are computed.
  static func json(of interface: InspectorInterface, hasStates: Bool = true) throws(StateRefusal) -> JSON {
    let program = interface.program
    let events = Array(program.events(after: 0, limit: .max).suffix(mostEvents))
    let last = events.last?.number ?? 0
    var report = SessionReport()
    var states: [JSON.Member] = []
    for store in program.stores where hasStates {
      guard let state = try program.state(ofStore: store.id, after: last) else { continue }
      states.append(JSON.Member(name: "\(store.id)", value: report.nested(ValueTree(state), named: store.title)))
    }
    let details = try events.suffix(hasStates ? mostDetails : 0).map { event throws(StateRefusal) in
      JSON.Member(name: "\(event.number)", value: try interface.details(of: event))
    }
    return [
      "status": [
        "program": .string(program.name), "first": .int(events.first?.number ?? 1), "last": .int(last),
        "control": false, "paused": false, "position": nil,
        "skipped": .array(interface.travel.skipped.sorted().map(JSON.int)),
      ],
      "stores": interface.stores, "columns": interface.columns(events), "details": .object(details),
      "states": .object(states), "work": interface.work(in: events, to: last, limit: 1000),
    ]
  }

  private mutating func nested(_ tree: ValueTree, named name: String) -> JSON {
    valuesLeft -= 1
    var items: [JSON] = []
    for branch in tree.branches(limit: Self.mostElements) where valuesLeft > 0 {
      items.append(nested(ValueTree(branch.value), named: branch.name))
    }
    return [
      "name": .string(name), "text": .string(tree.summary), "kind": .string(tree.kind.rawValue), "items": .array(items),
    ]
  }
}
