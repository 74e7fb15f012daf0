internal import PureduxCore
public import PureduxDifference

extension Recording {
  /// Finds a reducer that depends on more than the state, the action and the context.
  ///
  /// The newest states are recomputed and compared with the live states. If they differ, all retained events are
  /// replayed twice, and the result contains the first event after which the two replays differ. If the replays agree
  /// with each other, but not with the live states, the result contains the newest event. The comparison delays the
  /// turns of the tree.
  ///
  /// - Returns: The impure reducer, or nil if none was found. The result is also nil if the tree recorded an event
  ///   before the states were compared, if the program displays a past state, or if this method is called off the main
  ///   thread for a main-actor tree.
  public func findImpureReducer() -> ImpureReducer? {
    guard history.tree.mayReduceHere else { return nil }
    let (last, cells) = (lastEvent, history.recorder.cells)
    let numbers = Dictionary(uniqueKeysWithValues: cells.map { (ObjectIdentifier($0.value), $0.key) })
    let found: (UInt64, Difference)? = pastStates.read(after: UInt64(last)) { replay in
      // Loads all cells before `compareLive` acquires the state lock, because loading an unchanged cell acquires that
      // lock too.
      for cell in cells.values { _ = replay.past(of: cell) }
      return history.tree.compareLive(Array(cells.values), after: UInt64(last), of: history.recorder) { cell, live in
        guard let number = numbers[ObjectIdentifier(cell)] else { return nil }
        return Difference(from: live.anyValue, to: replay.past(of: cell).anyValue).map { (number, $0) }
      }
    }
    guard let (store, difference) = found else { return nil }
    if let first = firstDivergence(numbers) { return first }
    return event(last).map { ImpureReducer(event: $0, store: store, difference: difference) }
  }

  /// Replays all retained steps twice, and compares the two replays after each step.
  private func firstDivergence(_ numbers: [ObjectIdentifier: UInt64]) -> ImpureReducer? {
    history.read { moment, one in firstDivergence(moment, one, numbers) }
  }

  private func firstDivergence(
    _ moment: RecordedHistory.Moment, _ one: Replay, _ numbers: [ObjectIdentifier: UInt64]
  ) -> ImpureReducer? {
    let other = one.copied { [history] in history.past(of: $0) }
    for chunk in moment.chunks {
      for number in chunk.first..<chunk.end {
        for replay in [one, other] { chunk.reduce(number..<number + 1, in: replay, history.tree.context) }
        for (id, cell) in one.cells {
          guard let store = numbers[id],
            let difference = Difference(from: cell.anyValue, to: other.past(of: cell.liveCell).anyValue)
          else { continue }
          // If this step is not an event, it belongs to the nearest preceding event.
          var first = number
          while first > moment.first, moment[first]?.isEvent == false { first -= 1 }
          return event(Int(first)).map { ImpureReducer(event: $0, store: store, difference: difference) }
        }
      }
    }
    return nil
  }
}

/// A reducer that depends on more than the state, the action and the context.
public struct ImpureReducer: Sendable {
  /// The first event after which two replays differ; the newest event if the replays agree.
  public let event: RecordedEvent
  /// The number of the store whose own state differs.
  public let store: UInt64
  /// The difference from the live state to the recomputed state, or between the states of two replays.
  public let difference: Difference
}
