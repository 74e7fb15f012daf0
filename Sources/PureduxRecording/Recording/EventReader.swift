internal import PureduxCore

/// Makes events of the steps of a chunk.
struct EventReader {
  private let chunk: RecordedChunk
  private let start: UInt64

  init(_ chunk: RecordedChunk, since start: UInt64) {
    self.chunk = chunk
    self.start = start
  }

  var events: [RecordedEvent] { events(after: 0) }

  /// Those with greater numbers than `number`.
  func events(after number: Int) -> [RecordedEvent] {
    var positions = Array(repeating: 0, count: chunk.logs.count)
    return chunk.steps.indices.compactMap { index in
      let (step, isWanted) = (chunk.steps[index], Int(chunk.first) + index > number)
      guard step.kind != .note else { return isWanted ? note(step, number: Int(chunk.first) + index) : nil }
      let log = chunk.logs[Int(step.log)]
      defer { positions[Int(step.log)] += 1 }
      guard isWanted, step.isEvent else { return nil }
      let action = log.action(at: positions[Int(step.log)])
      let store = log.store(of: step.path)
      return turn(step, action, store, log.name(of: store), number: Int(chunk.first) + index)
    }
  }

  private func note(_ step: RecordedStep, number: Int) -> RecordedEvent {
    let note = chunk.notes[Int(step.path)]
    let parts = Self.parts(of: note.kind)
    return event(step, parts, note.store, note.storeName, nil, number)
  }

  private func turn(
    _ step: RecordedStep, _ action: any Sendable, _ store: UInt64, _ name: String?, number: Int
  ) -> RecordedEvent {
    let parts: Parts =
      switch step.kind {
      case .dropped: (.dropped, action, nil, nil)
      case .replacement: (.replaced, nil, nil, nil)
      case .turn, .dispatch, .level, .note: (.action, action, nil, nil)
      }
    let timing = RecordedEvent.Timing(
      waited: duration(step.origin.waited), reducing: duration(step.reducing), publishing: duration(step.publishing),
      observers: Int(step.observers))
    return event(step, parts, store, name, timing, number)
  }

  private typealias Parts = (kind: RecordedEvent.Kind, action: (any Sendable)?, work: StoreWork?, note: String?)

  private static func parts(of kind: StoreEvent.Kind) -> Parts {
    switch kind {
    case .turnBegan(let action), .reduced(let action): (.action, action, nil, nil)
    case .dropped(let action): (.dropped, action, nil, nil)
    case .replaced, .published: (.replaced, nil, nil, nil)
    case .computed(let name, let time): (.computed, nil, StoreWork(name: name, run: 0), "\(time)")
    case .workStarted(let work): (.workStarted, nil, work, nil)
    case .workEnded(let work): (.workEnded, nil, work, nil)
    case .workFailed(let work, let error): (.workFailed, nil, work, error)
    case .workCancelled(let work): (.workCancelled, nil, work, nil)
    case .storeMade(let store): (.storeMade, nil, nil, store.description)
    case .storeGone: (.storeGone, nil, nil, nil)
    case .misuse(let misuse): (.misuse, nil, nil, misuse.description)
    }
  }

  private func event(
    _ step: RecordedStep, _ parts: Parts, _ store: UInt64, _ name: String?, _ timing: RecordedEvent.Timing?,
    _ number: Int
  ) -> RecordedEvent {
    RecordedEvent(
      number: number, kind: parts.kind, store: store, storeName: name,
      cause: step.origin.cause == 0 ? nil : number - Int(step.origin.cause),
      began: Ticks.duration(step.origin.began > start ? step.origin.began - start : 0), timing: timing,
      action: parts.action, work: parts.work, note: parts.note)
  }

  private func duration(_ units: UInt32) -> Duration { Ticks.duration(RecordedOrigin.ticks(units)) }
}
