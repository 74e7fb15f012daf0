// Telling the taps.
extension StoreTree {
  @usableFromInline
  package func isTapped(_ turn: borrowing Turn) -> Bool { tap.with(turn) { $0 != nil } }

  @usableFromInline
  package func tell(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    guard let taps = tap.with(turn, { $0 }) else { return }
    taps.tell(
      StoreEvent(
        kind, store: StoreID(tree: identity, number: store), named: name(of: store), revision: revision,
        time: context.clock.now()))
  }

  /// Tells the taps, if there are any, in a later turn.
  package func post(_ kind: StoreEvent.Kind, of store: UInt64) {
    guard hasTap.isRaised else { return }
    mailbox.post { [self] turn in tell(kind, of: store, turn) }
  }

  func add(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    hasTap.raise()
    self.tap.with(turn) { $0 = ($0 ?? TapList()).adding(tap) }
  }

  func remove(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    self.tap.with(turn) { $0 = $0?.removing(tap) }
    if !isTapped(turn) { hasTap.lower() }
  }
}
