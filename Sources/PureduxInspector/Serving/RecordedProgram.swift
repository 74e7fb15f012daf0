import PureduxCore

/// A recording, as the page asks for it.
struct RecordedProgram: InspectedProgram {
  let recording: Recording
  let name: String

  var firstEvent: Int { recording.firstEvent }
  var lastEvent: Int { recording.lastEvent }

  func events(after number: Int, limit: Int) -> [InspectedEvent] {
    recording.events(after: number, limit: limit).map(InspectedEvent.init)
  }

  func causes(of event: Int) -> [InspectedEvent] { recording.causes(of: event).map(InspectedEvent.init) }
  func effects(of event: Int) -> [InspectedEvent] { recording.effects(of: event).map(InspectedEvent.init) }

  var stores: [InspectedStore] {
    let moment = recording.history.moment
    return recording.stores.map { store in
      InspectedStore(
        id: store.id, name: store.name, stateType: store.stateType,
        actionType: store.actionType ?? actionType(ofStore: store.id, in: moment).map { "\($0)" } ?? "",
        parent: store.parent, isGone: store.isGone)
    }
  }

  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? {
    recording.state(ofStore: store, after: event)
  }

  func changes(at event: Int) -> [InspectedChange] {
    recording.difference(at: event).flatMap { Self.changes(of: $0.store, $0.difference) }
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] {
    guard let before = recording.state(ofStore: store, after: from),
      let after = recording.state(ofStore: store, after: to),
      let difference = Difference(from: before, to: after)
    else { return [] }
    return Self.changes(of: store, difference)
  }

  private static func changes(of store: UInt64, _ difference: Difference) -> [InspectedChange] {
    difference.changes.map {
      InspectedChange(store: store, path: $0.path, before: $0.before, after: $0.after)
    }
  }
}
