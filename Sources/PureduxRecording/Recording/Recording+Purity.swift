internal import PureduxCore
public import PureduxDifference

extension Recording {
  /// Finds a reducer that depends on more than its state, its action and the context.
  ///
  /// The newest states are recomputed and compared with the live ones. If they differ, all retained events are reduced
  /// twice, and the first event after which the results differ is returned. If both replays agree but differ from the
  /// live run, the reducer is returned with the newest event. The comparison delays the turns of the tree.
  ///
  /// - Returns: nil if no such reducer was found, if the tree has reduced an action in the meantime, if the program
  ///   displays its past, or if the tree belongs to the main actor and this is called on another thread.
  public func findImpureReducer() -> ImpureReducer? {
    guard history.tree.mayReduceHere else { return nil }
    let (last, cells) = (lastEvent, history.recorder.cells)
    let numbers = Dictionary(uniqueKeysWithValues: cells.map { (ObjectIdentifier($0.value), $0.key) })
    let found: (UInt64, Difference)? = pastStates.read(after: UInt64(last)) { replay in
      // A cell that no step has changed enters the replay with its live state, which requires the lock.
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

  /// Replays all events twice, and compares the results after each event.
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
          return event(Int(number)).map { ImpureReducer(event: $0, store: store, difference: difference) }
        }
      }
    }
    return nil
  }
}

/// A reducer with different results for the same action: it depends on more than its state, its action and the context.
public struct ImpureReducer: Sendable {
  /// The first event after which the states differ.
  public let event: RecordedEvent
  /// The store whose own state differs.
  public let store: UInt64
  /// The difference from the original state to the recomputed one.
  public let difference: Difference
}
