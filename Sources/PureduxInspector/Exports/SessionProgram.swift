internal import PureduxRecording
internal import PureduxDifference

/// A session out of a file, as the page and the exports ask for it.
///
/// Its states are computed by the program's own reducers alone. Some are written down: those before the first event, and
/// those of the checks.
struct SessionProgram: InspectedProgram {
  private let session: RecordedSession
  private let all: [RecordedEvent]
  private let states: SessionStates

  init(_ session: RecordedSession) {
    self.session = session
    states = SessionStates(session)
    // A file that was changed by hand may say anything.
    var last = 0
    all = session.events.compactMap { event in
      guard event.number > last else { return nil }
      last = event.number
      // The page shows kinds that later versions have added as the one that says least.
      var event = event
      if event.kind == .other { event.kind = .computed }
      return event
    }
  }

  var name: String { session.program }
  var firstEvent: Int { all.first?.number ?? 1 }
  var lastEvent: Int { all.last?.number ?? 0 }

  func events(after number: Int, limit: Int) -> [RecordedEvent] {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return Array(all[low...].prefix(limit))
  }

  func causes(of event: Int) -> [RecordedEvent] {
    var causes: [RecordedEvent] = []
    var next = self.event(event)
    // A cause is older than what it causes.
    while let effect = next, let cause = effect.cause, cause < effect.number {
      next = self.event(cause)
      if let next { causes.append(next) }
    }
    return causes
  }

  func effects(of event: Int) -> [RecordedEvent] { all.filter { $0.cause == event } }

  private func event(_ number: Int) -> RecordedEvent? {
    guard number > 0, let found = events(after: number - 1, limit: 1).first else { return nil }
    return found.number == number ? found : nil
  }

  var stores: [RecordedStore] { session.stores }

  func state(ofStore store: UInt64, after event: Int) -> (any Sendable)? { nil }

  func recordedState(ofStore store: UInt64, after event: Int) -> (value: any Sendable, event: Int)? {
    states.state(ofStore: store, after: event)
  }

  /// Nothing where the states on both sides of the event were not written down.
  func changes(at event: Int) -> [InspectedChange] {
    guard states.isExact(after: event), states.isExact(after: event - 1) else { return [] }
    return session.stores.flatMap { changes(ofStore: $0.id, from: event - 1, to: event) }
  }

  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] {
    guard let before = states.state(ofStore: store, after: from), let after = states.state(ofStore: store, after: to),
      before.event != after.event, let difference = Difference(from: before.value, to: after.value)
    else { return [] }
    return difference.changes.map { InspectedChange(store: store, path: $0.path, before: $0.before, after: $0.after) }
  }
}
