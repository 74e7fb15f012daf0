internal import PureduxCore

/// What happened in a tree: its events, and its states after each of them.
///
/// It may be asked on any thread, except in reducers and in the body of `withState`; past states of a tree on the main actor,
/// and what its events changed, on the main thread alone. It ends when it is released.
public final class Recording: Sendable {
  let history: RecordedHistory
  let pastStates: PastStates
  let journey: Journey
  let start = Ticks.now
  let appenders = Guarded<[SessionAppender]>([])

  /// Nobody but `record(limit:)` makes one.
  init<State, Action>(of node: StoreNode<State, Action>, limit: Int) {
    history = RecordedHistory(node.tree, limit: max(1, limit))
    pastStates = PastStates(history)
    journey = Journey(history, pastStates, from: node.actionQueue.store)
    history.recorder.know(node)
    history.tree.beginRecording(by: history.recorder)
  }

  deinit {
    end()
    for appender in appenders.withLock({ $0 }) { appender.finish() }
  }

  /// Ends the recording, when what was dispatched before has been reduced. What was recorded stays.
  ///
  /// A program that is paused, or in its past, goes on from the present.
  public func end() { history.tree.endRecording(by: history.recorder) }

  /// The number of the oldest event that is kept. Events beyond the limit are forgotten in the background, so it may still
  /// grow for a moment after the last event.
  public var firstEvent: Int { Int(history.moment.first) }

  /// The number of the newest event; 0 before the first. It is quick, so that a tool may ask it again and again.
  public var lastEvent: Int { Int(history.tree.lastEvent(of: history.recorder)) }

  /// The events with greater numbers than `number`, oldest first.
  ///
  /// - Parameters:
  ///   - number: 0 for all events that are kept.
  ///   - limit: How many events are returned at most.
  public func events(after number: Int = 0, limit: Int = .max) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for chunk in history.moment.chunks where Int(chunk.end) - 1 > number {
      let reader = EventReader(chunk, history.tree, since: start)
      for event in reader.events(after: number) {
        if events.count >= limit { return events }
        events.append(event)
      }
    }
    return events
  }

  /// The event with this number; nil where it is no longer kept, or where no event has it.
  public func event(_ number: Int) -> RecordedEvent? {
    let chunk = history.moment.chunks.first { $0.first <= number && number < $0.end }
    return chunk.flatMap { EventReader($0, history.tree, since: start).events.first { $0.number == number } }
  }

  /// The events that led to this one, nearest first, as far back as they are kept.
  public func causes(of number: Int) -> [RecordedEvent] {
    var causes: [RecordedEvent] = []
    while let cause = (causes.last ?? event(number))?.cause, let event = event(cause) { causes.append(event) }
    return causes
  }

  /// The events that this one caused directly.
  public func effects(of number: Int) -> [RecordedEvent] { events(after: number).filter { $0.cause == number } }
}
