import PureduxRecording

/// A recording, as the page asks for it.
struct RecordedProgram: InspectedProgram {
  let recording: Recording
  let name: String
  /// Given each action and state before anything of it is told.
  var redact: Redaction?
  var questions = MainThreadQuestions()

  var firstEvent: Int { recording.firstEvent }
  var lastEvent: Int { recording.lastEvent }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    recording.events(after: number, limit: limit).map(redacted)
  }

  func causes(of event: Int) -> [RecordedEvent] { recording.causes(of: event).map(redacted) }
  func effects(of event: Int) -> [RecordedEvent] { recording.effects(of: event).map(redacted) }

  private func redacted(_ event: RecordedEvent) -> RecordedEvent {
    guard redact != nil else { return event }
    var event = event
    event.action = event.action.map { redacted($0) }
    // Their texts are made by the program, from values that nobody could redact.
    if event.kind == .workFailed || event.kind == .misuse { event.note = nil }
    return event
  }

  /// What is told in the place of an action or a state. It stays on the thread that asks.
  private func redacted(_ value: any Sendable) -> any Sendable { redact.map { Recording.sendable($0(value)) } ?? value }

  var stores: [RecordedStore] {
    let moment = recording.history.moment
    return recording.stores.map { store in
      var store = store
      if store.actionTypes.isEmpty, let type = actionType(ofStore: store.id, in: moment) {
        store.actionTypes = ["\(type)"]
      }
      return store
    }
  }

  func state(ofStore store: UInt64, after event: Int) throws(StateRefusal) -> (any Sendable)? {
    try computed { $0.state(ofStore: store, after: event) }.map(redacted)
  }

  func changes(at event: Int) throws(StateRefusal) -> [InspectedChange] {
    try computed { [redact] in
      $0.difference(at: event) { redact?($0) ?? $0 }.flatMap { Self.changes(of: $0.store, $0.difference) }
    }
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) throws(StateRefusal) -> [InspectedChange] {
    let states = try computed { ($0.state(ofStore: store, after: from), $0.state(ofStore: store, after: to)) }
    guard let before = states.0.map(redacted), let after = states.1.map(redacted),
      let difference = Difference(from: before, to: after)
    else {
      return []
    }
    return Self.changes(of: store, difference)
  }

  /// Runs a computation that reduces again on a thread where the reducers may run.
  private func computed<Answer: Sendable>(
    _ compute: @escaping @Sendable (Recording) -> Answer
  ) throws(StateRefusal) -> Answer {
    let tree = recording.history.tree
    return tree.mayReduceHere ? compute(recording) : try questions.ask(tree) { [recording] in compute(recording) }
  }

  private static func changes(of store: UInt64, _ difference: Difference) -> [InspectedChange] {
    difference.changes.map {
      InspectedChange(store: store, path: $0.path, before: $0.before, after: $0.after)
    }
  }
}
