internal import PureduxCore

/// Performs time travel in a running program, in turns of its tree.
package final class Journey: Sendable {
  private let history: RecordedHistory
  private let pastStates: PastStates
  /// The number of the store that time-travel events refer to.
  private let store: UInt64
  private let state = Guarded(TravelState())

  private var tree: StoreTree { history.tree }

  init(_ history: RecordedHistory, _ pastStates: PastStates, from store: UInt64) {
    self.history = history
    self.pastStates = pastStates
    self.store = store
  }

  package var travel: TravelState { state.withLock { $0 } }
  package var skipped: Set<UInt64> { state.withLock { Set($0.skipped.map(UInt64.init)) } }

  package func perform(_ command: TravelCommand) {
    switch command {
    case .resumeAtPresent: tree.endPause(by: history.recorder) { [self] turn in returnToPresent(turn) }
    case .resumeHere: tree.endPause(by: history.recorder) { [self] turn in goOnFromHere(turn) }
    default:
      tree.pause(by: history.recorder) { [self] turn in
        returnToPresent(turn)
      } _: { [self] turn in
        state.withLock { $0.isPaused = true }
        follow(command, turn)
      }
    }
  }

  private func follow(_ command: TravelCommand, _ turn: borrowing Turn) {
    let (position, moment) = (travel.position, history.moment)
    let last = Int(tree.lastEvent(of: history.recorder))
    switch command {
    case .jump(let event): show(min(max(event, Int(moment.first) - 1), last), turn)
    case .step(let count):
      if last > 0 { show(Int(moment.event(count, after: UInt64(max(0, position ?? last)))), turn) }
    case .skip(let event):
      guard event > 0, moment[UInt64(event)]?.isEvent == true else { return }
      state.withLock { _ = $0.skipped.insert(event) }
      show(position ?? last, turn)
    case .unskip(let event):
      guard state.withLock({ $0.skipped.remove(event) != nil }) else { return }
      show(position ?? last, turn)
    case .pause, .resumeAtPresent, .resumeHere: break
    }
  }

  /// Makes the live stores display their states as of an event.
  private func show(_ event: Int, _ turn: borrowing Turn) {
    let (states, position) = pastStates.read(after: UInt64(event), skipping: skipped) { replay in
      // The position is computed inside `read`, which prevents steps from being discarded.
      (history.changedCells.map { replay.past(of: $0).copied() }, max(event, Int(history.moment.first) - 1))
    }
    state.withLock { $0.position = position }
    tree.show(states, by: history.recorder, turn)
  }

  private func returnToPresent(_ turn: borrowing Turn) {
    let wasAway = travel.position != nil
    state.withLock { $0 = TravelState() }
    if wasAway { tree.returnToPresent(by: history.recorder, turn) }
  }

  private func goOnFromHere(_ turn: borrowing Turn) {
    guard travel.position != nil else { return returnToPresent(turn) }
    state.withLock { $0 = TravelState() }
    tree.adopt(history.changedCells, for: store, by: history.recorder, turn)
  }
}

/// The position of a program in time: the present, or a past event.
package struct TravelState: Sendable, Equatable {
  /// Whether the program is paused. During a pause, actions are queued, and effects neither start nor stop.
  package var isPaused = false
  /// The sequence number of the event whose states are displayed; nil in the present.
  package var position: Int?
  package var skipped: Set<Int> = []

  package init(isPaused: Bool = false, position: Int? = nil, skipped: Set<Int> = []) {
    self.isPaused = isPaused
    self.position = position
    self.skipped = skipped
  }
}

/// A time-travel command.
package enum TravelCommand: Sendable, Equatable {
  case pause
  case jump(to: Int)
  case step(Int)
  case skip(Int)
  case unskip(Int)
  /// Resumes at the newest event, as if there had been no time travel.
  case resumeAtPresent
  /// Resumes from the displayed states, and discards later states.
  case resumeHere
}
