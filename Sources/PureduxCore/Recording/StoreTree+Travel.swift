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
    mailbox.pause(for: recorder.posts, comeBack: comeBack, command)
  }

  /// Ends the pause: delivers `command`, then what waited.
  package func endPause(by recorder: TurnRecorder, _ command: @escaping Mailbox.Message) {
    mailbox.endPause(for: recorder.posts, command)
  }

  /// Exchanges live states for others in one turn, and shows them to observers, but not to effects.
  ///
  /// Those that were live are the present, where nothing else has been shown.
  package func show(_ states: [any ReplayedCell], by recorder: TurnRecorder, _ turn: borrowing Turn) {
    recorder.travel(turn) {
      reduce(turn) { locked in
        recorder.isInPast = true
        for state in states { state.liveCell.exchange(state, self, turn, locked) }
        for state in states { progress.with(locked) { $0.present.keep(state) } }
      }
      publish(turn)
    }
  }

  /// Brings the states of the present back in one turn, and shows them to observers, but not to effects.
  package func returnToPresent(by recorder: TurnRecorder, _ turn: borrowing Turn) {
    recorder.travel(turn) {
      var shown = PresentStates()
      reduce(turn) { locked in
        recorder.isInPast = false
        shown = takePresent(locked)
        for state in shown.byCell.values { state.liveCell.exchange(state, self, turn, locked) }
      }
      publish(turn)
      // Released outside the lock.
      withExtendedLifetime(shown) {}
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
        var given = PresentStates()
        recorder.beginTurn(of: store, turn)
        reduce(turn, by: recorder) { locked in
          recorder.isInPast = false
          given = takePresent(locked)
          let shown = ShownStates(states: cells.map { $0.entered(locked) })
          recorder.logOfShownStates().record(shown, of: store, in: self, locked)
        }
        tellTaps(.replaced, of: store, turn)
        publish(turn)
        recorder.endTurn(turn)
        tellTaps(.published, of: store, turn)
        // Released outside the lock.
        withExtendedLifetime(given) {}
      }, becauseOf: .here(), turn)
  }

  private func takePresent(_ locked: borrowing LockToken) -> PresentStates {
    progress.with(locked) { progress in
      defer { progress.present = PresentStates() }
      return progress.present
    }
  }

  /// Runs `body` with a token by which states of the present are read, also while stores show others.
  func readPresent<Result>(_ body: (borrowing LockToken) -> Result) -> Result {
    read { locked in
      let present = progress.with(locked) { $0.present }.byCell
      guard !present.isEmpty else { return body(locked) }
      return Self.read(present, live: { $0.entered(locked) }, body)
    }
  }

  /// - Parameter live: Gives the states of stores that show no others.
  private static func read<Result>(
    _ states: [ObjectIdentifier: any ReplayedCell], live: Replay.Source, _ body: (borrowing LockToken) -> Result
  ) -> Result {
    withoutActuallyEscaping(live) { live in Replay(states, from: live).read(body) }
  }

  /// Returns when everything that does not wait for the end of a pause has been delivered.
  package func settledDuringPause() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.postDuringPause { _ in done.fire() }
    }
  }
}
