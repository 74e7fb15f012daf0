internal import PureduxCore

/// Visits the steps of a recording once, in order, and returns the changes of each event.
///
/// The walk keeps the states at its current position, so each event costs one reduction and one comparison.
struct ChangeWalk {
  struct Step {
    let event: RecordedEvent
    let changes: [StoreDifference]
  }

  struct Batch {
    /// The number of steps that were discarded before they were visited.
    var missed = 0
    var steps: [Step] = []
  }

  private let history: RecordedHistory
  /// The sequence number of the last visited step.
  private(set) var position: UInt64
  private var states: (replay: Replay, after: UInt64)?

  /// - Parameter position: The step after which the walk begins.
  init(_ history: RecordedHistory, after position: UInt64) {
    self.history = history
    self.position = position
  }

  /// Visits at most `count` further events, up to and including the event `last`.
  ///
  /// - Parameters:
  ///   - isCompared: Returns whether the changes of an event are needed.
  ///   - redacted: Transforms each state before the comparison.
  mutating func next(
    upTo last: UInt64, atMost count: Int, comparing isCompared: (RecordedEvent) -> Bool, _ redacted: (Any) -> Any
  ) -> Batch {
    history.read { moment, oldest in
      var batch = Batch()
      if moment.first > position + 1 {
        batch.missed = Int(moment.first - 1 - position)
        position = moment.first - 1
      }
      for chunk in moment.chunks where chunk.end > position + 1 && chunk.first <= last {
        let events = EventReader(chunk, history.recorder.clock).events(after: Int(position))
        for (index, event) in events.enumerated() where event.number <= last {
          if batch.steps.count == count { return batch }
          let end = index + 1 < events.count ? UInt64(events[index + 1].number) : chunk.end
          let changes = isCompared(event) ? changes(of: event, before: end, moment, oldest, redacted) : []
          batch.steps.append(Step(event: event, changes: changes))
          position = end - 1
        }
      }
      position = max(position, min(last, moment.last))
      return batch
    }
  }

  private mutating func changes(
    of event: RecordedEvent, before end: UInt64, _ moment: RecordedHistory.Moment, _ oldest: Replay,
    _ redacted: (Any) -> Any
  ) -> [StoreDifference] {
    let replay = advance(to: UInt64(event.number) - 1, moment, oldest)
    let cells = history.recorder.cells.sorted { $0.key < $1.key }
    let before = cells.map { redacted(replay.past(of: $0.value).anyValue) }
    _ = advance(to: end - 1, moment, oldest)
    return zip(cells, before).compactMap { cell, before in
      Difference(from: before, to: redacted(replay.past(of: cell.value).anyValue)).map {
        StoreDifference(store: cell.key, difference: $0)
      }
    }
  }

  /// Returns the states after a step.
  ///
  /// The step must not precede the one passed to the previous call, unless that one has been discarded.
  private mutating func advance(to step: UInt64, _ moment: RecordedHistory.Moment, _ oldest: Replay) -> Replay {
    var (replay, after) = states ?? (oldest, moment.first - 1)
    if after + 1 < moment.first { (replay, after) = (oldest, moment.first - 1) }
    for chunk in moment.chunks where chunk.end > after + 1 && chunk.first <= step {
      let end = min(chunk.end, step + 1)
      chunk.reduce(max(chunk.first, after + 1)..<end, in: replay, history.tree.context)
      after = end - 1
    }
    states = (replay, after)
    return replay
  }
}
