import PureduxCore

extension InspectedEvent {
  init(_ event: RecordedEvent) {
    let (kind, action, work, note) = Self.parts(of: event.kind)
    let timing = event.timing.map {
      Timing(waited: $0.waited, reducing: $0.reducing, publishing: $0.publishing, observers: $0.observers)
    }
    self.init(
      number: event.number, kind: kind, store: event.store.number, cause: event.cause, began: event.began,
      timing: timing, action: action, work: work, note: note)
  }

  private typealias Parts = (kind: Kind, action: (any Sendable)?, work: Work?, note: String?)

  private static func parts(of kind: RecordedEvent.Kind) -> Parts {
    switch kind {
    case .action(let action): (.action, action, nil, nil)
    case .dropped(let action): (.dropped, action, nil, nil)
    case .replaced: (.replaced, nil, nil, nil)
    case .other(let kind): parts(of: kind)
    }
  }

  private static func parts(of kind: StoreEvent.Kind) -> Parts {
    switch kind {
    case .turnBegan(let action), .reduced(let action): (.action, action, nil, nil)
    case .dropped(let action): (.dropped, action, nil, nil)
    case .replaced, .published: (.replaced, nil, nil, nil)
    case .computed(let name, let time): (.computed, nil, nil, "\(name) in \(time)")
    case .workStarted(let work): (.workStarted, nil, Work(work), nil)
    case .workEnded(let work): (.workEnded, nil, Work(work), nil)
    case .workFailed(let work, let error): (.workFailed, nil, Work(work, error: error), nil)
    case .workCancelled(let work): (.workCancelled, nil, Work(work), nil)
    case .storeMade(let store): (.storeMade, nil, nil, store.description)
    case .storeGone: (.storeGone, nil, nil, nil)
    case .misuse(let misuse): (.misuse, nil, nil, misuse.description)
    }
  }
}

extension InspectedEvent.Work {
  fileprivate init(_ work: StoreWork, error: String? = nil) {
    self.init(name: work.name, run: work.run, attempt: work.attempt, error: error)
  }
}
