internal import PureduxCore

// Time travel in the running program.
extension Recording {
  /// The state from which a program continues after time travel.
  public enum Resumption: Sendable, Hashable {
    /// The present, as if there had been no time travel.
    case present
    /// The displayed state. Changes made after the displayed event are discarded.
    case here
  }

  /// Pauses the program: actions dispatched from now on are queued, including those of running effects.
  ///
  /// Like the other commands, this method returns immediately and takes effect in a turn. Use
  /// ``travelCompleted(fileID:line:)`` to await that turn. While the program is paused, calls to `send` and `settled` on
  /// its stores do not return. New observers are still called.
  ///
  /// ```swift
  /// recording.pause()
  /// recording.jump(to: recording.lastEvent - 1)
  /// recording.resume()
  /// ```
  public func pause() { journey.perform(.pause) }

  /// Pauses the program, and makes the live stores display their states as of an event.
  ///
  /// All stores change in one turn, so observers and views never receive states from different times. Effects neither
  /// start nor stop, and `children(of:)` neither creates nor removes children. Actions that observers dispatch in
  /// response to a past state are dropped.
  ///
  /// ```swift
  /// if let wrong = recording.events().first(where: { recording.state(of: store, after: $0.number) < 0 }) {
  ///   recording.jump(to: wrong.number)
  /// }
  /// ```
  ///
  /// - Parameter event: The sequence number of an event. If the event is no longer retained, the oldest known states
  ///   are displayed. If the event is past the end of the recording, the newest states are displayed.
  public func jump(to event: Int) { journey.perform(.jump(to: event)) }

  /// Pauses the program, and moves `count` events forward, or backward if `count` is negative.
  ///
  /// ```swift
  /// recording.step(-1)
  /// ```
  public func step(_ count: Int) { journey.perform(.step(count)) }

  /// Displays the states as if an event had not occurred, and pauses the program.
  ///
  /// Until the program is resumed, the recording's past states and differences also exclude the skipped event. Later
  /// actions are replayed as recorded: actions that effects and observers dispatched because of the event are not
  /// skipped.
  ///
  /// ```swift
  /// recording.skip(recording.lastEvent)
  /// ```
  public func skip(_ event: Int) { journey.perform(.skip(event)) }

  /// Includes a skipped event in the displayed states again, and pauses the program.
  public func unskip(_ event: Int) { journey.perform(.unskip(event)) }

  /// Resumes the program, and then reduces the queued actions in order.
  ///
  /// With `.present`, the states are the same as without time travel. With `.here`, the program continues from the
  /// displayed states, and a ``RecordedEvent/Kind/replaced`` event is recorded. Effects follow the displayed states:
  /// effects that the states do not request are stopped, and requested effects that are no longer running start again.
  /// Later events remain in the recording, although their changes are discarded.
  ///
  /// ```swift
  /// recording.jump(to: 12)
  /// recording.resume(.here)
  /// ```
  public func resume(_ place: Resumption = .present) {
    journey.perform(place == .present ? .resumeAtPresent : .resumeHere)
  }

  /// Whether the program is paused, either in the present or at a past event.
  public var isPaused: Bool { journey.travel.isPaused }

  /// The sequence number of the event whose states are displayed; nil in the present.
  public var position: Int? { journey.travel.position }

  /// The sequence numbers of the skipped events.
  public var skippedEvents: Set<Int> { journey.travel.skipped }

  /// Returns when the program has performed all earlier time-travel commands.
  ///
  /// ```swift
  /// recording.jump(to: 12)
  /// await recording.travelCompleted()
  /// print(store.state)
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, shown in misuse reports.
  ///   - line: The line of this call, shown in misuse reports.
  public func travelCompleted(fileID: StaticString = #fileID, line: UInt = #line) async {
    await history.tree.context.waiting(in: "arrived", at: SourceLocation(fileID: fileID, line: line)) {
      await history.tree.settledDuringPause()
    }
  }
}
