@testable import PureduxInspector

/// A program whose events and states are listed in a test.
struct ListedProgram: InspectedProgram {
  let name = "listed"
  var log: [RecordedEvent] = []
  var stores = [RecordedStore(id: 1, name: "app", stateType: "App")]
  /// The states after all events, which none of them changes.
  var states: [UInt64: any Sendable] = [:]
  /// The changes to states, by event.
  var changes: [Int: [InspectedChange]] = [:]

  var firstEvent: Int { log.first?.number ?? 1 }
  var lastEvent: Int { log.last?.number ?? 0 }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    Array(log.drop { $0.number <= number }.prefix(limit))
  }

  func causes(of event: Int) -> [RecordedEvent] {
    var chain: [RecordedEvent] = []
    var next = log.first { $0.number == event }?.cause
    while let number = next, let cause = log.first(where: { $0.number == number }) {
      chain.append(cause)
      next = cause.cause
    }
    return chain
  }

  func effects(of event: Int) -> [RecordedEvent] { log.filter { $0.cause == event } }
  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? { states[store] }
  func changes(at event: Int) -> [InspectedChange] { changes[event] ?? [] }
  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] { [] }

  /// Adds an event, 16 ms after the previous one.
  mutating func add(
    _ kind: RecordedEvent.Kind, _ action: (any Sendable)? = nil, work: StoreWork? = nil, note: String? = nil,
    store: UInt64 = 1, cause: Int? = nil
  ) {
    log.append(
      RecordedEvent(
        number: log.count + 1, kind: kind, store: store, storeName: stores.first { $0.id == store }?.name, cause: cause,
        began: .milliseconds(16 * log.count), action: action, work: work, note: note))
  }
}

/// Calls a tool without a server, and returns its response or its refusal.
func answer(_ tool: ContextTool, _ arguments: String = "{}", of program: some InspectedProgram) throws -> String {
  let call = ContextCall(
    tool: tool, arguments: ContextValue(json: Array(arguments.utf8)), source: SessionSource(program),
    isCancelled: { false })
  do {
    return try call.run()
  } catch let refusal as ContextCall.Refusal {
    return refusal.text
  }
}
