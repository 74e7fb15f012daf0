internal import PureduxCore
public import PureduxDifference

extension Recording {
  /// Looks for a reducer that reads more than its state, its action and the context.
  ///
  /// The newest states are computed again and compared with the live ones. Where they differ, all kept events are reduced
  /// twice, and the first is named after which the results differ. A reducer that differs from its live run in the same way
  /// both times is named with the newest event. Comparing holds up the turns of the tree.
  ///
  /// - Returns: nil where no reducer was found, where the tree went on meanwhile, while the program shows its past, and for a
  ///   tree on the main actor where this is another thread than the main one.
  public func findImpureReducer() -> ImpureReducer? {
    guard history.tree.mayReduceHere else { return nil }
    let (last, cells) = (lastEvent, history.recorder.cells)
    let numbers = Dictionary(uniqueKeysWithValues: cells.map { (ObjectIdentifier($0.value), $0.key) })
    let found: (UInt64, Difference)? = pastStates.read(after: UInt64(last)) { replay in
      // A cell that no step has changed enters the replay with its live state, for which the lock is needed.
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

  /// Reduces everything twice, and compares after each event.
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

/// A reducer that gave another state for the same action: it reads more than its state, its action and the context.
public struct ImpureReducer: Sendable {
  /// The first event after which the states differ.
  public let event: RecordedEvent
  /// The store whose own state differs.
  public let store: UInt64
  /// From the state as it was to the one that was computed again.
  public let difference: Difference
}
