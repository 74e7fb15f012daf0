internal import PureduxCore

/// Makes events of the steps of a chunk.
struct EventReader {
  private let chunk: RecordedChunk
  private let tree: StoreTree
  private let start: UInt64

  init(_ chunk: RecordedChunk, _ tree: StoreTree, since start: UInt64) {
    self.chunk = chunk
    self.tree = tree
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
    let kind: RecordedEvent.Kind =
      if case .dropped(let action) = note.kind { .dropped(action) } else { .other(note.kind) }
    return event(step, kind, note.store, note.storeName, nil, number)
  }

  private func turn(
    _ step: RecordedStep, _ action: any Sendable, _ store: UInt64, _ name: String?, number: Int
  ) -> RecordedEvent {
    let kind: RecordedEvent.Kind =
      switch step.kind {
      case .dropped: .dropped(action)
      case .replacement: .replaced
      case .turn, .dispatch, .level, .note: .action(action)
      }
    let timing = RecordedEvent.Timing(
      waited: duration(step.origin.waited), reducing: duration(step.reducing), publishing: duration(step.publishing),
      observers: Int(step.observers))
    return event(step, kind, store, name, timing, number)
  }

  private func event(
    _ step: RecordedStep, _ kind: RecordedEvent.Kind, _ store: UInt64, _ name: String?,
    _ timing: RecordedEvent.Timing?, _ number: Int
  ) -> RecordedEvent {
    RecordedEvent(
      number: number, kind: kind, store: tree.id(of: store), storeName: name,
      cause: step.origin.cause == 0 ? nil : number - Int(step.origin.cause),
      began: Ticks.duration(step.origin.began > start ? step.origin.began - start : 0), timing: timing)
  }

  private func duration(_ units: UInt32) -> Duration { Ticks.duration(RecordedOrigin.ticks(units)) }
}
