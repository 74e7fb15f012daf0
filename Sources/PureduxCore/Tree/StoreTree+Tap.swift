// Telling the taps and the recorder.
extension StoreTree {
  /// Whether anybody is told of this turn.
  @inlinable
  func isWatched(_ turn: borrowing Turn) -> Bool { watchers.with(turn) { $0.isWatched } }

  @usableFromInline
  package func isTapped(_ turn: borrowing Turn) -> Bool { watchers.with(turn) { $0.taps != nil } }

  @inlinable
  func recorder(_ turn: borrowing Turn) -> TurnRecorder? { watchers.with(turn) { $0.recorder } }

  /// Tells the taps of a part of a turn, which a recorder notes by itself.
  @usableFromInline
  func tellTaps(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    guard let taps = watchers.with(turn, { $0.taps }) else { return }
    taps.tell(
      StoreEvent(
        kind, store: StoreID(tree: identity, number: store), named: name(of: store), revision: revision,
        time: context.clock.now()))
  }

  /// Tells the taps and the recorder of something other than a part of a turn.
  package func tell(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    recorder(turn)?.note(kind, of: store, turn)
    tellTaps(kind, of: store, turn)
  }

  /// Tells the taps and the recorder, if there are any, in a later turn.
  package func post(_ kind: StoreEvent.Kind, of store: UInt64) {
    guard isListenedTo.isRaised else { return }
    mailbox.post { [self] turn in tell(kind, of: store, turn) }
  }

  /// Calls `receive` for everything that happens from now on, until the token ends it.
  package func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription {
    let tap = TapList.Tap(receive)
    mailbox.postDuringPause { [weak self] turn in self?.add(tap, turn) }
    return StoreSubscription { [weak self] in
      tap.isClosed.raise()
      self?.mailbox.postDuringPause { [weak self] turn in self?.remove(tap, turn) }
    }
  }

  func add(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    watchers.with(turn) { $0.taps = ($0.taps ?? TapList()).adding(tap) }
    isListenedTo.raise()
  }

  func remove(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    watchers.with(turn) { $0.taps = $0.taps?.removing(tap) }
    if !isWatched(turn) { isListenedTo.lower() }
  }
}
