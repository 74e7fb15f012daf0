// Showing the past in the live stores.
extension StoreTree {
  /// Has all that is posted from now on wait, except new observers, and delivers `command` in a turn before it.
  ///
  /// Nothing happens where `recorder` records no longer.
  ///
  /// - Parameter comeBack: What brings the present back, should the recording end during the pause.
  package func pause(
    by recorder: TurnRecorder, comeBack: @escaping Mailbox.Message, _ command: @escaping Mailbox.Message
  ) {
    mailbox.pause(for: recorder, comeBack: comeBack, command)
  }

  /// Ends the pause: delivers `command`, then what waited.
  package func endPause(by recorder: TurnRecorder, _ command: @escaping Mailbox.Message) {
    mailbox.endPause(for: recorder, command)
  }

  /// Exchanges live states for others in one turn, and shows them to observers, but not to effects.
  ///
  /// Afterwards `states` holds those that were live.
  ///
  /// - Parameter isPresent: Whether these are the states of the present.
  package func exchange(
    _ states: [any ReplayedCell], isPresent: Bool, by recorder: TurnRecorder, _ turn: borrowing Turn
  ) {
    recorder.travel(turn) {
      reduce(turn) { locked in
        recorder.isInPast = !isPresent
        for state in states { state.liveCell.exchange(state, self, turn, locked) }
      }
      publish(turn)
    }
  }

  /// Makes the states that are shown the present, and shows them to everybody.
  ///
  /// - Parameters:
  ///   - cells: Those whose states may differ from what was recorded.
  ///   - store: The store that the event is noted for.
  package func adopt(
    _ cells: [any ReplayableCell], for store: UInt64, by recorder: TurnRecorder, _ turn: borrowing Turn
  ) {
    recorder.deliver(
      { [self] turn in
        recorder.beginTurn(of: store, turn)
        reduce(turn, by: recorder) { locked in
          recorder.isInPast = false
          let shown = ShownStates(states: cells.map { $0.entered(locked) })
          recorder.logOfShownStates().record(shown, of: store, in: self, locked)
        }
        tellTaps(.replaced, of: store, turn)
        publish(turn)
        recorder.endTurn(turn)
        tellTaps(.published, of: store, turn)
      }, becauseOf: .here(), turn)
  }

  /// Returns when everything that does not wait for the end of a pause has been delivered.
  package func settledDuringPause() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.postDuringPause { _ in done.fire() }
    }
  }
}
