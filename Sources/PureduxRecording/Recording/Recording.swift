public import PureduxCore

extension StateStore {
  /// Records everything that happens in the store's tree from now on.
  ///
  /// Actions are kept, not states: a state of the past is computed again when somebody asks. So a turn copies nothing, and
  /// memory is bounded by `limit`.
  ///
  /// ```swift
  /// let recording = store.record(limit: 10_000)
  /// store.dispatch(.increment)
  /// for event in recording.events() { print(event) }
  /// ```
  ///
  /// Actions that wait already are not recorded. Reducers run again, on other threads too, so they must be pure: what they
  /// need of time and identities they take from the context. A tree has one recording at a time; the latest takes over.
  ///
  /// - Parameter limit: About how many of the latest events are kept.
  /// - Returns: The recording, which ends when it is released.
  public func record(limit: Int = 10_000) -> Recording { Recording(of: node, limit: limit) }
}

/// What happened in a tree: its events, and its states after each of them.
///
/// It may be asked on any thread, except in reducers and in the body of `withState`; past states of a tree on the main actor,
/// and what its events changed, on the main thread alone. It ends when it is released.
public final class Recording: Sendable {
  package let history: RecordedHistory
  package let pastStates: PastStates
  package let journey: Journey
  package let start = Ticks.now
  private let followers = Guarded<[any RecordingFollower]>([])

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
    for follower in followers.withLock({ $0 }) { follower.finish() }
  }

  /// Keeps a follower, and has it finish when the recording is released.
  package func keep(_ follower: any RecordingFollower) { followers.withLock { $0.append(follower) } }

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
      let reader = EventReader(chunk, since: start)
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
    return chunk.flatMap { EventReader($0, since: start).events.first { $0.number == number } }
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

/// Follows a recording to its end, for example to keep a file up to date.
package protocol RecordingFollower: Sendable {
  /// Nothing more is recorded.
  func finish()
}
