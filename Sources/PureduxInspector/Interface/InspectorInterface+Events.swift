internal import PureduxRecording

extension InspectorInterface {
  private static let mostEvents = 5000

  /// `/api/events`: events as objects, or as the columns that the page reads.
  func events(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    guard let filter = EventFilter(parameters.query) else {
      throw RequestRefusal(.badRequest, "a filter is invalid")
    }
    let after = max(0, try parameters.number("after") ?? 0)
    let limit = min(max(1, try parameters.number("limit") ?? 1000), Self.mostEvents)
    let last = try parameters.number("to")
    var found: [RecordedEvent] = []
    var reached = after
    // Events are read in batches, so that a filter that accepts few events does not cause all events to be copied at
    // once.
    while found.count < limit {
      let piece = program.events(after: reached, limit: filter.acceptsEverything ? limit : Self.mostEvents)
      guard let newest = piece.last else { break }
      for event in piece where found.count < limit && filter.accepts(event) && event.number <= last ?? .max {
        found.append(event)
      }
      reached = newest.number
      if let last, reached >= last { break }
    }
    let rows: (String, JSON) =
      parameters.query["form"] == "columns" ? ("columns", columns(found)) : ("events", .array(found.map(row)))
    return .object(
      [("first", .int(program.firstEvent)), ("last", .int(program.lastEvent)), rows].map(JSON.Member.init))
  }

  func event(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let event = try event(numbered: parameters.requiredNumber("event"))
    guard case .object(let members) = row(event) else { return .null }
    let parts = event.action.map { branches(of: ValueTree($0), from: 0) } ?? .null
    let text = JSON.string(event.text(limit: 4000))
    return .object(
      members.map { $0.name == "text" ? JSON.Member(name: "text", value: text) : $0 }
        + [JSON.Member(name: "value", value: parts)])
  }

  /// The details of an event for an HTML report.
  func details(of event: RecordedEvent) throws(StateRefusal) -> JSON {
    .compact([
      "changes": .array(try program.changes(at: event.number).prefix(100).map(change)),
      "value": event.action.map { branches(of: ValueTree($0), from: 0) } ?? .null,
    ])
  }

  func linked(
    _ parameters: RequestParameters, _ find: (Int) -> [RecordedEvent]
  ) throws(RequestRefusal) -> JSON {
    let event = try event(numbered: parameters.requiredNumber("event"))
    return .array(find(event.number).prefix(1000).map(row))
  }

  func event(numbered number: Int) throws(RequestRefusal) -> RecordedEvent {
    guard number > 0, let event = program.events(after: number - 1, limit: 1).first, event.number == number else {
      throw RequestRefusal(.notFound, "there is no such event, or it is no longer retained")
    }
    return event
  }

  func work(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let to = try parameters.number("to") ?? program.lastEvent
    let limit = min(max(1, try parameters.number("limit") ?? 100), 1000)
    return work(in: program.events(after: 0, limit: .max), to: to, limit: limit)
  }

  func work(in events: [RecordedEvent], to: Int, limit: Int) -> JSON {
    let runs = WorkRun.runs(in: events.filter { $0.number <= to || $0.kind != .workStarted })
    return [
      "total": .int(runs.count), "now": .int((events.last { $0.number <= to }?.began ?? .zero).wholeMicroseconds),
      "runs": .array(runs.suffix(limit).map(run)),
    ]
  }

  func run(_ run: WorkRun) -> JSON {
    .compact([
      "name": .string(run.started.work?.name ?? ""), "store": .int(Int(run.started.store)),
      "event": .int(run.started.number), "began": .int(run.started.began.wholeMicroseconds),
      "ended": .optional(run.ended?.began.wholeMicroseconds), "outcome": .optional(run.ended?.kind.rawValue),
      "attempt": .optional(run.started.work?.attempt), "error": .optional(run.ended?.error),
    ])
  }

  /// Times are in whole microseconds since the recording began; durations are in nanoseconds.
  func row(_ event: RecordedEvent) -> JSON {
    .compact([
      "event": .int(event.number), "kind": .string(event.kind.rawValue), "store": .int(Int(event.store)),
      "text": .string(event.text()), "cause": .optional(event.cause), "began": .int(event.began.wholeMicroseconds),
      "waited": .optional(event.timing?.waited.wholeNanoseconds),
      "reducing": .optional(event.timing?.reducing.wholeNanoseconds),
      "publishing": .optional(event.timing?.publishing.wholeNanoseconds),
      "observers": .optional(event.timing?.observers),
      "attempt": .optional(event.kind.isWork ? event.work?.attempt : nil),
    ])
  }

  func columns(_ events: [RecordedEvent]) -> JSON {
    func column(_ value: (RecordedEvent) -> Int) -> JSON { .array(events.map { .int(value($0)) }) }
    func times(_ value: (RecordedEvent) -> Int64) -> JSON { .array(events.map { .int(value($0)) }) }
    // The page identifies event kinds by their index in `allCases`.
    let places = Dictionary(uniqueKeysWithValues: RecordedEvent.Kind.allCases.enumerated().map { ($1, $0) })
    return [
      "event": column { $0.number }, "kind": column { places[$0.kind] ?? 0 }, "store": column { Int($0.store) },
      "cause": column { $0.cause ?? 0 }, "began": times { $0.began.wholeMicroseconds },
      "waited": times { $0.timing?.waited.wholeNanoseconds ?? 0 },
      "reducing": times { $0.timing?.reducing.wholeNanoseconds ?? 0 },
      "publishing": times { $0.timing?.publishing.wholeNanoseconds ?? 0 },
      "observers": column { $0.timing?.observers ?? 0 }, "text": .array(events.map { .string($0.text()) }),
    ]
  }
}
