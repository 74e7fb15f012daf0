internal import PureduxCore

// Time travel in the running program.
extension Recording {
  /// Where a program goes on after a journey.
  public enum Resumption: Sendable, Hashable {
    /// In the present, as if there had been no journey.
    case present
    /// Where it stands. What came later is given up.
    case here
  }

  /// Stops the program's time: actions that are dispatched from now on wait, and so do those of effects that run.
  ///
  /// It returns at once and takes effect in a turn, as all of these calls do; ``arrived(fileID:line:)`` awaits it. While the program
  /// is paused, `send` and `settled` of its stores do not return. New observers are called as always.
  ///
  /// ```swift
  /// recording.pause()
  /// recording.jump(to: recording.lastEvent - 1)
  /// recording.resume()
  /// ```
  public func pause() { journey.perform(.pause) }

  /// Shows the states after an event in the live stores, for which it pauses the program.
  ///
  /// All stores change in one turn, so observers and views never see states of different times. Effects neither start nor
  /// stop, and children made by `children(of:)` neither come nor go. What observers dispatch because they see another
  /// time is dropped.
  ///
  /// ```swift
  /// if let wrong = recording.events().first(where: { recording.state(of: store, after: $0.number) < 0 }) {
  ///   recording.jump(to: wrong.number)
  /// }
  /// ```
  ///
  /// - Parameter event: The number of an event. Where it is no longer kept, the oldest states that are known are shown,
  ///   and behind the newest event those after it.
  public func jump(to event: Int) { journey.perform(.jump(to: event)) }

  /// Shows the states some events later, or earlier where `count` is negative, for which it pauses the program.
  ///
  /// ```swift
  /// recording.step(-1)
  /// ```
  public func step(_ count: Int) { journey.perform(.step(count)) }

  /// Leaves an event out, and shows what the actions after it would have done, for which it pauses the program.
  ///
  /// Until the program is resumed, past states and differences that the recording is asked for are without the event too.
  /// The actions after it are those that there were: what its effects and observers dispatched is not left out with it.
  ///
  /// ```swift
  /// recording.skip(recording.lastEvent)
  /// ```
  public func skip(_ event: Int) { journey.perform(.skip(event)) }

  /// Takes an event back in that was left out.
  public func unskip(_ event: Int) { journey.perform(.unskip(event)) }

  /// Lets the program go on; then what waited is reduced, in its order.
  ///
  /// In the present, its states are what they would be without the journey. Where it stands, its states are those that are
  /// shown, an event ``RecordedEvent/Kind/replaced`` tells of it, and effects follow these states: those that they do not
  /// ask for are stopped, and those that they ask for start again. The events that came later stay in the recording, as
  /// events of a time that was given up.
  ///
  /// ```swift
  /// recording.jump(to: 12)
  /// recording.resume(.here)
  /// ```
  public func resume(_ place: Resumption = .present) {
    journey.perform(place == .present ? .resumeAtPresent : .resumeHere)
  }

  /// Whether the program is paused, in the present or in its past.
  public var isPaused: Bool { journey.travel.isPaused }

  /// The event after which the states are shown; nil in the present.
  public var position: Int? { journey.travel.position }

  /// The events that are left out.
  public var skippedEvents: Set<Int> { journey.travel.skipped }

  /// Returns when the program has done what it was told by the calls before.
  ///
  /// ```swift
  /// recording.jump(to: 12)
  /// await recording.arrived()
  /// print(store.state)
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for reports.
  ///   - line: The place of this call.
  public func arrived(fileID: StaticString = #fileID, line: UInt = #line) async {
    await history.tree.context.waiting(in: "arrived", at: SourceLocation(fileID: fileID, line: line)) {
      await history.tree.settledDuringPause()
    }
  }
}
