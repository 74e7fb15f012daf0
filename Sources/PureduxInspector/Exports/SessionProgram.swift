internal import PureduxCore

/// A session out of a file, as the page and the exports ask for it.
///
/// Its states are not known: they are computed by the program's own reducers alone.
struct SessionProgram: InspectedProgram {
  private let session: Session
  private let all: [InspectedEvent]

  init(_ session: Session) {
    self.session = session
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
  func changes(at event: Int) -> [InspectedChange] { [] }
  func changes(ofStore store: UInt64, from: Int, to: Int) -> [InspectedChange] { [] }
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
