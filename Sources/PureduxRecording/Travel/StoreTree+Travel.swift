internal import PureduxAtomics
package import PureduxCore

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
        show(states, turn, locked)
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
        shown = returnToPresent(turn, locked)
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
        _ = recorder.turnBegan(of: store, turn)
        reduce(turn) { locked in
          recorder.isInPast = false
          given = takePresent(locked)
          let shown = TravelStates(states: cells.map { $0.entered(locked) })
          recorder.logOfTravelStates().keep(shown, of: store, in: self, locked, for: recorder)
        }
        recorder.reducingEnded(turn)
        tellTaps(.replaced, of: store, turn)
        publish(turn)
        recorder.turnEnded(isDropped: false, turn)
        tellTaps(.published, of: store, turn)
        // Released outside the lock.
        withExtendedLifetime(given) {}
      }, becauseOf: .here(), turn)
  }
}

// Exchanging live states for others, with the state lock held.
extension StoreTree {
  /// Exchanges live states for others. Those that were live are the present, where nothing else has been shown.
  private func show(_ states: [any ReplayedCell], _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    for state in states { state.liveCell.exchange(state, self, turn, locked) }
    progress.with(locked) { progress in
      for state in states {
        let id = ObjectIdentifier(state.liveCell)
        progress.present.byCell[id] = progress.present.byCell[id] ?? state
      }
    }
  }

  /// Takes the states of the present out: those that are shown are the present from now on. Release the result outside of
  /// the lock.
  private func takePresent(_ locked: borrowing LockToken) -> PresentStates {
    progress.with(locked) { progress in
      defer { progress.present = PresentStates() }
      return progress.present
    }
  }

  /// Exchanges the live states for those of the present. Release the result outside of the lock.
  private func returnToPresent(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> PresentStates {
    let present = takePresent(locked)
    for state in present.byCell.values { state.liveCell.exchange(state, self, turn, locked) }
    return present
  }
}

// Turns that show another time.
extension TurnRecorder {
  package var showsPast: Bool { isTravelling }

  /// Runs `body` as a turn of which nothing is noted. Actions that it dispatches are dropped: without the journey they
  /// would not have been dispatched.
  func travel(_ turn: borrowing Turn, _ body: () -> Void) {
    // SAFETY: the tree keeps the recorder during the turn, at whose end the pointer is taken back.
    let outer = puredux_thread_begin_turn(journey, Unmanaged.passUnretained(hook).toOpaque())
    let wasTravelling = isTravelling
    (isTravelling, hasTravelled) = (true, true)
    body()
    isTravelling = wasTravelling
    puredux_thread_end_turn(outer)
  }
}

extension ActionLog where Action == TravelStates {
  /// Keeps states that took the place of others. Their cells are known.
  func keep(
    _ shown: TravelStates, of store: UInt64, in tree: StoreTree, _ locked: borrowing LockToken,
    for recorder: TurnRecorder
  ) {
    let restore: Reduce = { [tree] shown, turn, locked in
      for state in shown.states { state.liveCell.restore(state, tree, turn, locked) }
    }
    keep(shown, ofKnown: store, as: .replacement, restore, locked, for: recorder)
  }
}

/// The states of many stores that took the place of the live ones.
package struct TravelStates: @unchecked Sendable {
  // SAFETY: the states are copies that nothing changes any more.
  let states: [any ReplayedCell]
}
