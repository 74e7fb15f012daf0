internal import PureduxAtomics
package import PureduxCore

// Makes the live stores display past states.
extension StoreTree {
  /// Delivers `command` in a turn, and then queues all further posts, except those that add observers.
  ///
  /// The call has no effect if `recorder` is no longer recording.
  ///
  /// - Parameter comeBack: Restores the present if the recording ends during the pause.
  package func pause(
    by recorder: TurnRecorder, comeBack: @escaping Mailbox.Message, _ command: @escaping Mailbox.Message
  ) {
    mailbox.pause(for: recorder.posts, comeBack: comeBack, command)
  }

  /// Ends the pause by delivering `command` and then the queued messages.
  package func endPause(by recorder: TurnRecorder, _ command: @escaping Mailbox.Message) {
    mailbox.endPause(for: recorder.posts, command)
  }

  /// Replaces live states in one turn, and publishes the new states to observers, but not to effects.
  ///
  /// The replaced live states are stored as the present, unless a past state is already displayed.
  package func show(_ states: [any ReplayedCell], by recorder: TurnRecorder, _ turn: borrowing Turn) {
    recorder.travel(turn) {
      reduce(turn) { locked in
        recorder.isInPast = true
        show(states, turn, locked)
      }
      publish(turn)
    }
  }

  /// Restores the present states in one turn, and publishes them to observers, but not to effects.
  package func returnToPresent(by recorder: TurnRecorder, _ turn: borrowing Turn) {
    recorder.travel(turn) {
      var shown = PresentStates()
      reduce(turn) { locked in
        recorder.isInPast = false
        shown = returnToPresent(turn, locked)
      }
      publish(turn)
      // Keeps the replaced states alive until the state lock has been released.
      withExtendedLifetime(shown) {}
    }
  }

  /// Makes the displayed states the present states, and publishes them to all observers and to effects.
  ///
  /// - Parameters:
  ///   - cells: The cells whose displayed states are recorded.
  ///   - store: The number that identifies the store of the recorded event.
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
        // Keeps the replaced states alive until the state lock has been released.
        withExtendedLifetime(given) {}
      }, becauseOf: .here(), turn)
  }
}

// Replaces live states, with the state lock held.
extension StoreTree {
  /// Replaces live states with `states`. The replaced states are stored as the present, unless past states were already
  /// displayed.
  private func show(_ states: [any ReplayedCell], _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    for state in states { state.liveCell.exchange(state, self, turn, locked) }
    progress.with(locked) { progress in
      for state in states {
        let id = ObjectIdentifier(state.liveCell)
        progress.present.byCell[id] = progress.present.byCell[id] ?? state
      }
    }
  }

  /// Removes and returns the stored present states, so the displayed states become the present.
  ///
  /// The caller must release the result outside the state lock.
  private func takePresent(_ locked: borrowing LockToken) -> PresentStates {
    progress.with(locked) { progress in
      defer { progress.present = PresentStates() }
      return progress.present
    }
  }

  /// Replaces the live states with the stored present states.
  ///
  /// The caller must release the result outside the state lock.
  private func returnToPresent(_ turn: borrowing Turn, _ locked: borrowing LockToken) -> PresentStates {
    let present = takePresent(locked)
    for state in present.byCell.values { state.liveCell.exchange(state, self, turn, locked) }
    return present
  }
}

// Turns that display a past state.
extension TurnRecorder {
  /// Runs `body` as a turn that is not recorded.
  ///
  /// Actions that `body` dispatches are dropped, because they would not have been dispatched without time travel.
  func travel(_ turn: borrowing Turn, _ body: () -> Void) {
    // SAFETY: the tree retains the recorder during the turn, and the pointer is removed when the turn ends.
    let outer = puredux_thread_begin_turn(journey, Unmanaged.passUnretained(hook).toOpaque(), true)
    let wasTravelling = isTravelling
    (isTravelling, hasTravelled) = (true, true)
    body()
    isTravelling = wasTravelling
    puredux_thread_end_turn(outer)
  }
}

extension ActionLog where Action == TravelStates {
  /// Records the states that replaced the live states. The recorder already knows the cells of these states.
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

/// Recorded states that have replaced the live states of several stores.
package struct TravelStates: @unchecked Sendable {
  // SAFETY: the states are copies that are never changed.
  let states: [any ReplayedCell]
}
