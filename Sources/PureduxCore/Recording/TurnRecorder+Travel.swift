internal import PureduxAtomics

// Turns that show another time.
extension TurnRecorder {
  /// Whether this thread publishes states of another time, which those that start and end work do not see.
  static var showsPastOnThisThread: Bool {
    var showsPast = false
    withRecorderOfThread { showsPast = $0.isTravelling }
    return showsPast
  }

  /// Runs `body` as a turn of which nothing is noted. Actions that it dispatches are dropped: without the journey they
  /// would not have been dispatched.
  func travel(_ turn: borrowing Turn, _ body: () -> Void) {
    // SAFETY: the tree keeps the recorder during the turn, at whose end the pointer is taken back.
    let outer = puredux_thread_begin_turn(journey, Unmanaged.passUnretained(self).toOpaque())
    let wasTravelling = isTravelling
    (isTravelling, hasTravelled) = (true, true)
    body()
    isTravelling = wasTravelling
    puredux_thread_end_turn(outer)
  }

  /// Whether the action that is delivered next was dispatched because another time was shown.
  @usableFromInline
  func isOfJourney(_ turn: borrowing Turn) -> Bool { hasTravelled && nextPost().event == journey }
}

extension ActionLog where Action == ShownStates {
  /// Keeps states that took the place of others. Their cells are known.
  func record(_ shown: ShownStates, of store: UInt64, in tree: StoreTree, _ locked: borrowing LockToken) {
    record(shown, ofKnown: store, .replacement) { [tree] shown, turn, locked in
      for state in shown.states { state.liveCell.restore(state, tree, turn, locked) }
    }
  }
}
