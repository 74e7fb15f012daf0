public import PureduxCore

extension StateStore {
  /// Records all events of the store's tree from now on.
  ///
  /// The recording retains actions instead of states, and recomputes past states on demand. Recording a turn copies no
  /// state, and `limit` bounds the number of retained events.
  ///
  /// ```swift
  /// let recording = store.record(limit: 10_000)
  /// store.dispatch(.increment)
  /// for event in recording.events() { print(event) }
  /// ```
  ///
  /// Actions that are already queued when the recording starts are not recorded. Recomputing a past state runs the
  /// reducers again, possibly on other threads. Therefore, reducers must be pure, and must take times and identities
  /// from the context. A tree has one recording at a time: a new recording replaces the previous one.
  ///
  /// - Parameter limit: The approximate number of retained events.
  /// - Returns: The recording, which ends when it is released.
  public func record(limit: Int = 10_000) -> Recording { Recording(of: node, limit: limit) }
}

/// The events of a tree, and the states of the tree after each event.
///
/// A recording can be used on any thread, but not in a reducer or in the body of `withState`. Read past states and
/// changes of a main-actor tree on the main thread. The recording ends when it is released.
public final class Recording: Sendable {
  package let history: RecordedHistory
  package let pastStates: PastStates
  package let journey: Journey
  /// The clock of the recorded times.
  package var clock: RecordingClock { history.recorder.clock }
  private let followers = Guarded<[any RecordingFollower]>([])

  /// Called by `record(limit:)`, and by `TreeRecordings` for each new tree.
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

  /// Retains a follower until the recording is released, and then calls its `finish()`.
  package func keep(_ follower: any RecordingFollower) { followers.withLock { $0.append(follower) } }

  /// Ends the recording after all earlier actions have been reduced. Recorded events remain available.
  ///
  /// If the program is paused or displays a past state, the program continues from the present.
  public func end() { history.tree.endRecording(by: history.recorder) }

  /// The sequence number of the oldest retained event.
  ///
  /// Events beyond the limit are discarded in the background, so this number may still increase shortly after the last
  /// event.
  public var firstEvent: Int { Int(history.moment.first) }

  /// The sequence number of the newest event; 0 before the first event.
  ///
  /// Reading this property is cheap, so a tool may poll it.
  public var lastEvent: Int { Int(history.tree.lastEvent(of: history.recorder)) }

  /// The events with numbers greater than `number`, oldest first.
  ///
  /// - Parameters:
  ///   - number: The sequence number of the event after which to begin; 0 for all retained events.
  ///   - limit: The maximum number of returned events.
  public func events(after number: Int = 0, limit: Int = .max) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for chunk in history.moment.chunks where Int(chunk.end) - 1 > number {
      let reader = EventReader(chunk, clock)
      for event in reader.events(after: number) {
        if events.count >= limit { return events }
        events.append(event)
      }
    }
    return events
  }

  /// The event with this sequence number; nil if it is not retained or does not exist.
  public func event(_ number: Int) -> RecordedEvent? {
    let chunk = history.moment.chunks.first { $0.first <= number && number < $0.end }
    return chunk.flatMap { EventReader($0, clock).events.first { $0.number == number } }
  }

  /// The chain of retained causes of an event, nearest first.
  public func causes(of number: Int) -> [RecordedEvent] {
    var causes: [RecordedEvent] = []
    while let cause = (causes.last ?? event(number))?.cause, let event = event(cause) { causes.append(event) }
    return causes
  }

  /// The retained events that an event caused directly.
  public func effects(of number: Int) -> [RecordedEvent] { events(after: number).filter { $0.cause == number } }
}

/// Follows a recording to its end, for example to keep a file up to date.
package protocol RecordingFollower: Sendable {
  /// Called when the recording is released, after the recording has ended.
  func finish()
}
