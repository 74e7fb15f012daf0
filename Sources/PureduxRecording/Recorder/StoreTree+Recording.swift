internal import Dispatch
package import PureduxCore

// Begins and ends recordings.
extension StoreTree {
  /// Records the turns of all actions posted from now on.
  package func beginRecording(by recorder: TurnRecorder) {
    mailbox.beginObserving(recorder.posts) { [weak self] turn in self?.setTurnObserver(recorder, turn) }
  }

  /// Ends the recording after all earlier posts have been delivered.
  package func endRecording(by recorder: TurnRecorder) {
    mailbox.endObserving(recorder.posts) { [weak self] turn in self?.removeTurnObserver(recorder, turn) }
  }

  /// Calls `body` after all earlier posts have been delivered.
  ///
  /// `body` receives the sequence number of the last recorded event, and whether another recording has replaced this
  /// recording.
  package func afterDelivery(
    of recorder: TurnRecorder, _ body: @escaping @Sendable (_ lastEvent: UInt64, _ isTakenOver: Bool) -> Void
  ) {
    mailbox.postFromDeinit { [weak self] turn in
      guard let self else { return }
      let current = turnObserver(turn)
      body(lastEvent(of: recorder), current != nil && current !== recorder)
    }
  }

  /// Atomically copies the steps after the last full chunk and calls `body`. Returns the copy and the result of `body`.
  package func copyUnfinished<Result>(
    of recorder: TurnRecorder, _ body: () -> Result
  ) -> (chunk: RecordedChunk, Result) {
    stateLock.hold { locked in (recorder.copyOfUnfinished(locked), body()) }
  }

  /// The sequence number of the last recorded event.
  package func lastEvent(of recorder: TurnRecorder) -> UInt64 { stateLock.hold { recorder.lastEvent($0) } }

  /// Passes the live state of each cell to `body`, until `body` returns a non-nil result.
  ///
  /// Returns nil without calling `body` if an event was recorded after `event`, or if a past state is displayed.
  package func compareLive<Result>(
    _ cells: [any ReplayableCell], after event: UInt64, of recorder: TurnRecorder,
    _ body: (any ReplayableCell, any ReplayedCell) -> Result?
  ) -> Result? {
    stateLock.hold { locked in
      guard recorder.lastEvent(locked) == event, !recorder.isInPast else { return nil }
      for cell in cells { if let result = body(cell, cell.entered(locked)) { return result } }
      return nil
    }
  }

  /// Whether reducers must be replayed on the main thread, because they may be main-actor-isolated.
  package var reducesOnMain: Bool { mailbox.deliversOnMain }

  /// Whether the tree's reducers may be replayed on the current thread.
  package var mayReduceHere: Bool { !reducesOnMain || MainRunner.isHere }

  /// Runs `body` on the main queue, but never inside a `withState` body that runs a run loop.
  package func runOnMain(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { [self] in
      if stateLock.isFree { return body() }
      // Waits on another thread, because the `withState` body that holds the lock can end only on the main thread.
      DispatchQueue.global().async { [self] in
        stateLock.wait()
        runOnMain(body)
      }
    }
  }
}
