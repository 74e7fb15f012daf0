// The taps of a tree.
extension StoreTree {
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
    let watch = watch.with(turn) { $0 }
    setWatch(taps: (watch?.taps ?? TapList()).adding(tap), watch?.observer, turn)
  }

  func remove(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    let watch = watch.with(turn) { $0 }
    setWatch(taps: watch?.taps?.removing(tap), watch?.observer, turn)
  }
}
