internal import PureduxCore
internal import PureduxDifference

/// A session out of a file, as the page and the exports ask for it.
///
/// Its states are computed by the program's own reducers alone. Some are written down: those before the first event, and
/// those of the checks.
struct SessionProgram: InspectedProgram {
  private let session: RecordedSession
  private let all: [InspectedEvent]
  private let states: SessionStates

  init(_ session: RecordedSession) {
    self.session = session
    states = SessionStates(session)
    // A file that was changed by hand may say anything.
    var last = 0
    all = session.events.compactMap { event in
      guard event.number > last else { return nil }
      last = event.number
      return InspectedEvent(event)
    }
  }

  var name: String { session.program }
  var firstEvent: Int { all.first?.number ?? 1 }
  var lastEvent: Int { all.last?.number ?? 0 }

  func events(after number: Int, limit: Int) -> [InspectedEvent] {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number > number { high = middle } else { low = middle + 1 }
    }
    return Array(all[low...].prefix(limit))
  }

  func causes(of event: Int) -> [InspectedEvent] {
    var causes: [InspectedEvent] = []
    var next = self.event(event)
    // A cause is older than what it causes.
    while let effect = next, let cause = effect.cause, cause < effect.number {
      next = self.event(cause)
      if let next { causes.append(next) }
    }
    return causes
  }

  func effects(of event: Int) -> [InspectedEvent] { all.filter { $0.cause == event } }

  private func event(_ number: Int) -> InspectedEvent? {
    guard number > 0, let found = events(after: number - 1, limit: 1).first else { return nil }
    return found.number == number ? found : nil
  }

  var stores: [InspectedStore] {
    session.stores.map { store in
      InspectedStore(
        id: store.id, name: store.name, stateType: store.stateType ?? "?",
        actionType: store.actionTypes.joined(separator: ", "), parent: store.parent, isGone: store.isGone)
    }
  }

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

extension InspectedEvent {
  fileprivate init(_ event: SessionEvent) {
    let timing = event.timing.map {
      Timing(waited: $0.waited, reducing: $0.reducing, publishing: $0.publishing, observers: $0.observers)
    }
    let work = event.work.map {
      Work(name: $0.name, run: $0.run, attempt: $0.attempt, error: event.kind == .workFailed ? event.note : nil)
    }
    let kind = Kind.allCases.first { $0.name == event.kind.rawValue }
    self.init(
      number: event.number, kind: kind ?? .computed, store: event.store, cause: event.cause, began: event.began,
      timing: timing, action: event.action.map(SessionPhrase.init), work: work, note: event.note)
  }
}
