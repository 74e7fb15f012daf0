package import PureduxCore

/// Some steps of a recording in a row, with all that is needed to reduce them again.
package final class RecordedChunk: @unchecked Sendable {
  // SAFETY: nothing here changes, and the logs are changed only before they are given to a chunk.
  /// The number of the first step.
  package let first: UInt64
  package let steps: ContiguousArray<RecordedStep>
  package let logs: [any AnyActionLog]
  package let notes: ContiguousArray<RecordedNote>
  package let draws: ContiguousArray<DrawnValues.Draw>

  package init(
    first: UInt64, steps: ContiguousArray<RecordedStep>, logs: [any AnyActionLog],
    notes: ContiguousArray<RecordedNote>, draws: ContiguousArray<DrawnValues.Draw>
  ) {
    self.first = first
    self.steps = steps
    self.logs = logs
    self.notes = notes
    self.draws = draws
  }

  /// The number after that of the last step.
  package var end: UInt64 { first + UInt64(steps.count) }

  /// Reduces those steps again that lie in a range of numbers.
  ///
  /// - Parameters:
  ///   - context: The context of the tree, which is in force meanwhile.
  ///   - skipped: The numbers of steps that are left out.
  package func reduce(
    _ range: Range<UInt64>, in replay: Replay, _ context: StoreContext, skipping skipped: Set<UInt64> = []
  ) {
    replay.draws.give(draws, from: range.lowerBound)
    StoreContext.$current.withValue(context) {
      replay.draws.inForce {
        replay.run { turn, locked in reduce(range, skipping: skipped, replay.draws, turn, locked) }
      }
    }
  }

  private func reduce(
    _ range: Range<UInt64>, skipping skipped: Set<UInt64>, _ draws: DrawnValues, _ turn: borrowing Turn,
    _ locked: borrowing LockToken
  ) {
    // How many actions of each log have come before.
    var positions = ContiguousArray(repeating: 0, count: logs.count)
    let (start, end) = (Int(max(range.lowerBound, first) - first), Int(min(range.upperBound, self.end) - first))
    var index = 0
    while index < end {
      let step = steps[index]
      if step.kind == .note {
        index += 1
        continue
      }
      var next = index + 1
      let stop = index < start ? start : end
      if skipped.isEmpty {
        while next < stop, steps[next].log == step.log, steps[next].path == step.path, steps[next].kind == step.kind {
          next += 1
        }
      }
      let position = positions[Int(step.log)]
      positions[Int(step.log)] = position + next - index
      if index >= start, step.isReduced, !skipped.contains(first + UInt64(index)) {
        if !skipped.isEmpty { draws.seek(first + UInt64(index)) }
        logs[Int(step.log)].reduce(position..<(position + next - index), by: step.path, turn, locked)
      }
      index = next
    }
  }
}
