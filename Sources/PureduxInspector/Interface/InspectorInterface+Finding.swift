internal import PureduxRecording

// Questions whose answers take a look at many events.
extension InspectorInterface {
  /// How long one request may look for an event, so that the server answers others between two.
  private static let searchTime: Duration = .milliseconds(100)

  /// `/api/first`: the first event of a range after which a value of a state satisfies a condition.
  ///
  /// The answer has `event`, or the number that was `reached`: the search goes on from the next one.
  func first(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let (store, path) = (try parameters.requiredStore(), try parameters.path())
    guard let condition = parameters.query["is"].flatMap({ ValueCondition($0) }) else {
      throw RequestRefusal(.badRequest, "is has to be a condition: \(ValueCondition.forms)")
    }
    let start = max(program.firstEvent, try parameters.number("from") ?? program.firstEvent)
    let last = min(program.lastEvent, try parameters.number("to") ?? program.lastEvent)
    let clock = ContinuousClock()
    let end = clock.now + Self.searchTime
    var before = try value(ofStore: store, at: path, after: start - 1)
    var reached = start - 1
    while reached < last {
      let piece = program.events(after: reached, limit: 500)
      guard !piece.isEmpty else { break }
      for event in piece {
        guard event.number <= last else { return found(nil, reached: last) }
        reached = event.number
        // Nothing else changes states.
        guard event.kind == .action || event.kind == .replaced else { continue }
        let value = try value(ofStore: store, at: path, after: event.number)
        if condition.holds(for: value, before: before) { return found((event, value, before), reached: event.number) }
        before = value
        if clock.now > end { return found(nil, reached: event.number) }
      }
    }
    return found(nil, reached: max(reached, last))
  }

  private func found(_ match: (event: RecordedEvent, value: ValueTree?, before: ValueTree?)?, reached: Int) -> JSON {
    .compact([
      "event": .optional(match?.event.number), "action": .optional(match?.event.text()),
      "before": .optional(match?.before?.summary), "after": .optional(match?.value?.summary), "reached": .int(reached),
    ])
  }

  private func value(ofStore store: UInt64, at path: [String], after event: Int) throws(RequestRefusal) -> ValueTree? {
    try state(ofStore: store, after: event).flatMap { ValueTree($0.value).value(at: path) }
  }

  /// `/api/slow`: the events that took longest to handle, or to wait, or the runs of work that took longest.
  func slow(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let limit = min(max(1, try parameters.number("limit") ?? 20), 1000)
    switch parameters.query["by"] {
    case "handling", nil: return .array(slowest(limit) { $0.timing?.total }.map(row))
    case "waiting": return .array(slowest(limit) { $0.timing?.waited }.map(row))
    case "work":
      let runs = WorkRun.runs(in: program.events(after: 0, limit: .max).filter(\.kind.isWork))
        .sorted { ($0.duration ?? .zero) > ($1.duration ?? .zero) }
      return .array(runs.prefix(limit).map(run))
    default: throw RequestRefusal(.badRequest, "by has to be handling, waiting or work")
    }
  }

  private func slowest(_ limit: Int, by duration: (RecordedEvent) -> Duration?) -> [RecordedEvent] {
    var slowest: [(duration: Duration, event: RecordedEvent)] = []
    var reached = 0
    while case let piece = program.events(after: reached, limit: 5000), let newest = piece.last {
      for event in piece {
        if let time = duration(event), time > .zero { slowest.append((time, event)) }
      }
      slowest = Array(slowest.sorted { $0.duration > $1.duration }.prefix(limit))
      reached = newest.number
    }
    return slowest.map(\.event)
  }
}

extension WorkRun {
  /// Nil while it runs.
  fileprivate var duration: Duration? { ended.map { $0.began - started.began } }
}
